/** Ejected and emptied. Languages load at build time, where code is highlighted (`src/render/highlight.ts`). */
export default function prismIncludeLanguages(): void {}
