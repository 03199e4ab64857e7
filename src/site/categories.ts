/** Text of a category page that is generated from its children. */
export interface Category {
  /** Name in the sidebar, and heading of the category's page. */
  readonly label: string;
  /** Route of the category's page. */
  readonly slug: string;
  /** What the category offers. The descriptions of child pages cover the rest. */
  readonly description: string;
}

/**
 * The four category pages. Their lists show the `description` from the front matter of each child page, so each
 * description has a single source.
 */
export const categories = {
  getStarted: {
    label: 'Get started',
    slug: '/docs/category/get-started',
    description:
      'Learn how PAI works, then build with it. Concepts explain the objects behind each payment, and tutorials walk you through every request, with or without an account.',
  },
  concepts: {
    label: 'Concepts',
    slug: '/docs/category/concepts',
    description:
      'Understand each object of the API: what it represents, its fields and statuses, an example, and its endpoints and events.',
  },
  tutorials: {
    label: 'Tutorials',
    slug: '/docs/category/tutorials',
    description:
      "Complete one task per page, with every request, its response, and what to check. Start with the API keys. If you don't have an account, that tutorial shows you how to run a local sandbox.",
  },
  paiApi: {
    label: 'API guides',
    slug: '/docs/category/pai-api',
    description:
      'Learn the conventions that all endpoints share, authenticate requests, handle errors and webhooks, collect card details, and test your integration.',
  },
} as const satisfies Record<string, Category>;
