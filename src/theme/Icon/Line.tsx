import type { ComponentProps, ReactNode } from 'react';

/** An icon of thin lines, in the color of the text. */
export default function Line({ d, ...props }: ComponentProps<'svg'> & { readonly d: string }): ReactNode {
  return (
    <svg
      viewBox="0 0 20 20"
      width={20}
      height={20}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={d} />
    </svg>
  );
}
