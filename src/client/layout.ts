/**
 * Keeps the layout in the main script: every page needs it, and in chunks of its own it would weigh 8 kB (gzip) more.
 */
export { default } from '@theme/Layout';
