/** Keeps the layout in the main bundle. Every page needs it, and separate chunks would add 8 kB (gzip). */
export { default } from '@theme/Layout';
