import type { ReactNode } from 'react';
import clsx from 'clsx';
import ColorModeToggle from '@theme-original/ColorModeToggle';
import type { Props } from '@theme/ColorModeToggle';
import { systemChoiceKey } from '../../config/color-mode';

/** Storage might be blocked or full. The choice then lasts for this page view. */
function rememberSystemChoice(followsSystem: boolean): void {
  try {
    if (followsSystem) {
      localStorage.setItem(systemChoiceKey, 'true');
    } else {
      localStorage.removeItem(systemChoiceKey);
    }
  } catch {
    // Nothing to do. The page works without storage.
  }
}

/**
 * Wrapped. Records that the reader chose the system setting, because the theme doesn't store that choice and the first
 * visit must be light (`src/config/color-mode.ts`). The class lets the page script set up the button before the app
 * runs (`src/page/color-mode.ts`).
 */
export default function ColorModeToggleWrapper(props: Props): ReactNode {
  return (
    <ColorModeToggle
      {...props}
      buttonClassName={clsx(props.buttonClassName, 'color-mode')}
      onChange={(choice: Parameters<Props['onChange']>[0]) => {
        rememberSystemChoice(choice === null);
        props.onChange(choice);
      }}
    />
  );
}
