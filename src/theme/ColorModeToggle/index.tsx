import type { ReactNode } from 'react';
import clsx from 'clsx';
import ColorModeToggle from '@theme-original/ColorModeToggle';
import type { Props } from '@theme/ColorModeToggle';
import { systemChoiceKey } from '../../config/color-mode';

/** Storage may be blocked or full; the choice then holds for this page view only. */
function rememberSystemChoice(followsSystem: boolean): void {
  try {
    if (followsSystem) {
      localStorage.setItem(systemChoiceKey, 'true');
    } else {
      localStorage.removeItem(systemChoiceKey);
    }
  } catch {
    // Nothing to do: the page keeps working without a memory.
  }
}

/**
 * Wrapped: records that the reader chose to follow the system, since the theme keeps no trace of that choice and the
 * first visit must be light (`src/config/color-mode.ts`). The class lets the page's own script make the button ready before
 * the app runs (`src/page/color-mode.ts`).
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
