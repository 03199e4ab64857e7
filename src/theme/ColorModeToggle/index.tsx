import type { ReactNode } from 'react';
import clsx from 'clsx';
import ColorModeToggle from '@theme-original/ColorModeToggle';
import type { Props } from '@theme/ColorModeToggle';
import { systemChoiceKey } from '../../site/markers';
import { store } from '../../page/storage';

/**
 * Wrapped. Records that the reader chose the system setting, because the theme doesn't store that choice and the first
 * visit must be light (`src/plugins/html-tags/color-mode.ts`). The class lets the page script set up the button before the app
 * runs (`src/page/color-mode.ts`).
 */
export default function ColorModeToggleWrapper(props: Props): ReactNode {
  return (
    <ColorModeToggle
      {...props}
      buttonClassName={clsx(props.buttonClassName, 'color-mode')}
      onChange={(choice: Parameters<Props['onChange']>[0]) => {
        store(systemChoiceKey, choice === null ? 'true' : null);
        props.onChange(choice);
      }}
    />
  );
}
