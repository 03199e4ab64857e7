/**
 * Renders tests with the same fonts on every machine. On Linux, browsers use fontconfig. This module writes a
 * configuration with the fonts of a package alone.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './programs.cjs';

/** The package's families by generic family. */
export const families = { text: 'DejaVu Sans', mono: 'DejaVu Sans Mono' } as const;

const fonts = path.join(root, 'node_modules', 'dejavu-fonts-ttf', 'ttf');

/** Maps generic names to a family. */
const alias = (names: readonly string[], family: string): string =>
  names
    .map(
      (name) =>
        `<match target="pattern"><test name="family"><string>${name}</string></test>` +
        `<edit name="family" mode="assign" binding="strong"><string>${family}</string></edit></match>`,
    )
    .join('\n');

const configuration = (cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${fonts}</dir>
<cachedir>${cache}</cachedir>
<selectfont>
  <rejectfont><glob>*</glob></rejectfont>
  <acceptfont><glob>${fonts}/DejaVuSans.ttf</glob><glob>${fonts}/DejaVuSans-*</glob><glob>${fonts}/DejaVuSansMono*</glob></acceptfont>
</selectfont>
${alias(['sans-serif', 'serif', 'system-ui', 'sans', 'cursive', 'fantasy', 'emoji', 'math'], families.text)}
${alias(['monospace', 'ui-monospace'], families.mono)}
<match target="font">
  <edit name="antialias" mode="assign"><bool>true</bool></edit>
  <edit name="hinting" mode="assign"><bool>false</bool></edit>
  <edit name="autohint" mode="assign"><bool>false</bool></edit>
  <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
  <edit name="rgba" mode="assign"><const>none</const></edit>
  <edit name="lcdfilter" mode="assign"><const>lcdnone</const></edit>
</match>
</fontconfig>
`;

/** The environment for test browsers: that of this process, with the package's fonts. */
export function browserEnvironment(): Record<string, string> {
  const folder = path.join(root, '.generated', 'fonts');
  const file = path.join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  // Several workers can do this at the same time, so that the file is complete whenever it's there.
  writeFileSync(`${file}.${process.pid}`, configuration(path.join(folder, 'cache')));
  renameSync(`${file}.${process.pid}`, file);
  return { ...(process.env as Record<string, string>), FONTCONFIG_FILE: file };
}
