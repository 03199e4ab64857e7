/** Ejected and emptied: languages are loaded where code is highlighted, at build time (`src/render/highlight.ts`). */
export default function prismIncludeLanguages(): void {}
