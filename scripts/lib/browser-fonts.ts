/**
 * Renders tests with the same fonts on every machine.
 *
 * On Linux, Chromium, Firefox, and WebKit use fontconfig. This module writes a configuration that only contains the
 * package's folder, so that the machine's own fonts don't matter.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './programs.cjs';

/** The package's families by generic family. */
export const families = { text: 'DejaVu Sans', mono: 'DejaVu Sans Mono' } as const;

/** Font files that the pages use: regular, bold, and oblique, of both families. */
const files = ['DejaVuSans', 'DejaVuSansMono'].flatMap((family) =>
  ['', '-Bold', '-Oblique', '-BoldOblique'].map((style) => `${family}${style}.ttf`),
);

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Maps a generic name to a family. */
const alias = (name: string, family: string): string =>
  `  <match target="pattern"><test name="family"><string>${name}</string></test>` +
  `<edit name="family" mode="assign" binding="strong"><string>${family}</string></edit></match>`;

/** Settings for anti-aliasing and hinting. */
const drawing: [name: string, value: string][] = [
  ['antialias', '<bool>true</bool>'],
  ['hinting', '<bool>false</bool>'],
  ['autohint', '<bool>false</bool>'],
  ['hintstyle', '<const>hintnone</const>'],
  ['rgba', '<const>none</const>'],
  ['lcdfilter', '<const>lcdnone</const>'],
];

/** The content of the configuration. */
function configuration(fonts: string, cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${escape(fonts)}</dir>
  <cachedir>${escape(cache)}</cachedir>
  <selectfont>
    <rejectfont><glob>*</glob></rejectfont>
    <acceptfont>${files.map((file) => `<glob>${escape(path.join(fonts, file))}</glob>`).join('')}</acceptfont>
  </selectfont>
${['sans-serif', 'serif', 'system-ui', 'sans', 'cursive', 'fantasy', 'emoji', 'math'].map((name) => alias(name, families.text)).join('\n')}
${['monospace', 'ui-monospace'].map((name) => alias(name, families.mono)).join('\n')}
  <match target="font">
${drawing.map(([name, value]) => `    <edit name="${name}" mode="assign">${value}</edit>`).join('\n')}
  </match>
</fontconfig>
`;
}

/** The package's font folder. */
const packageFonts = path.join(root, 'node_modules', 'dejavu-fonts-ttf', 'ttf');

/**
 * Writes the fontconfig file.
 *
 * @param fonts - Folder of the fonts.
 * @param folder - Folder to write into.
 * @returns The path of the file.
 * @throws If a font is missing.
 */
export function writeFontconfig(fonts = packageFonts, folder = path.join(root, '.generated', 'fonts')): string {
  const missing = files.filter((file) => !existsSync(path.join(fonts, file)));
  if (missing.length > 0) {
    throw new Error(`${fonts}: ${missing.join(', ')} missing. The tests render pages with these fonts. Run npm ci.`);
  }
  const file = path.join(folder, 'fonts.conf');
  const text = configuration(fonts, path.join(folder, 'cache'));
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return file;
  mkdirSync(folder, { recursive: true });
  // Several workers can do this at the same time, so write atomically.
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, text);
  renameSync(whole, file);
  return file;
}

/**
 * The environment for test browsers.
 *
 * @param fontconfig - The file from `writeFontconfig`.
 * @returns The process's environment, with the package's fonts.
 */
export function browserEnvironment(fontconfig = writeFontconfig()): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...(Object.fromEntries(own) as Record<string, string>), FONTCONFIG_FILE: fontconfig };
}
