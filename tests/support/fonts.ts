/**
 * The letters that the tests are drawn with: those of a package, on every machine.
 *
 * A file for fontconfig, which Chromium, Firefox and WebKit ask on Linux, names the package's folder and no other; the
 * fonts of the machine, or that it has none, make no difference.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/lib/programs.cjs';

/** Families of the package by what a style sheet asks for. */
export const families = { text: 'DejaVu Sans', mono: 'DejaVu Sans Mono' } as const;

/** Files that the pages are drawn with: regular and bold, upright and slanted, of both families. */
const files = ['DejaVuSans', 'DejaVuSansMono'].flatMap((family) =>
  ['', '-Bold', '-Oblique', '-BoldOblique'].map((style) => `${family}${style}.ttf`),
);

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Makes a family stand for a name that no font has. */
const alias = (name: string, family: string): string =>
  `  <match target="pattern"><test name="family"><string>${name}</string></test>` +
  `<edit name="family" mode="assign" binding="strong"><string>${family}</string></edit></match>`;

/** Settings that decide how the edges of letters are drawn. */
const drawing: [name: string, value: string][] = [
  ['antialias', '<bool>true</bool>'],
  ['hinting', '<bool>false</bool>'],
  ['autohint', '<bool>false</bool>'],
  ['hintstyle', '<const>hintnone</const>'],
  ['rgba', '<const>none</const>'],
  ['lcdfilter', '<const>lcdnone</const>'],
];

/** The text of the file. */
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

/** Where the package keeps its fonts. */
const packageFonts = path.join(root, 'node_modules', 'dejavu-fonts-ttf', 'ttf');

/**
 * Writes the file for fontconfig.
 *
 * @param fonts folder of the fonts
 * @param folder folder to write into
 * @returns the file's path
 * @throws if a font that the pages are drawn with is not there
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
  // Several workers may do this at the same time; whoever reads finds a whole file.
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, text);
  renameSync(whole, file);
  return file;
}

/**
 * The environment for a browser of the tests.
 *
 * @param fontconfig the file that `writeFontconfig` has written
 * @returns the process's own, with the package's fonts
 */
export function browserEnvironment(fontconfig = writeFontconfig()): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { ...(Object.fromEntries(own) as Record<string, string>), FONTCONFIG_FILE: fontconfig };
}
