/** Text of a category whose page is generated from its children. */
export interface Category {
  /** Name in the sidebar. */
  readonly label: string;
  /** Route of the category's page (specification, section 2). */
  readonly slug: string;
  /** Heading of the category's page. */
  readonly title: string;
  /** What the reader finds in the category; the children's own descriptions say what each page is good for. */
  readonly description: string;
}

/**
 * The four category index pages. Their lists take the line of each child from the `description` in the front matter of
 * the child's page, so that a line is written in one place.
 */
export const categories = {
  getStarted: {
    label: 'Get started',
    slug: '/docs/category/get-started',
    title: 'Get started',
    description:
      'Learn what the records of PAI stand for, then make them yourself. The concepts explain; the tutorials have you send the calls, with or without an account.',
  },
  concepts: {
    label: 'Concepts',
    slug: '/docs/category/concepts',
    title: 'Concepts',
    description:
      'One page per record of the API: what it stands for, its fields and states, a worked example, and the calls and events that touch it.',
  },
  tutorials: {
    label: 'Tutorials',
    slug: '/docs/category/tutorials',
    title: 'Tutorials',
    description:
      'One task per page, each step with its request, its reply and what to check; ids carry over. Begin with the first: without an account, it starts a local PAI.',
  },
  paiApi: {
    label: 'PAI API',
    slug: '/docs/category/pai-api',
    title: 'PAI API',
    description:
      'Rules that hold for every call, authentication, errors, test cards, the hosted card fields and the events that PAI sends to you.',
  },
} as const satisfies Record<string, Category>;
