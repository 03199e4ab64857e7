/** A response header: name and value. */
export type Header = readonly [name: string, value: string];

/** Browsers' features that no page uses; such as every browser knows, since others are warned of in the console. */
const unusedFeatures = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation'],
  ...['gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture', 'publickey-credentials-get'],
  ...['screen-wake-lock', 'usb', 'xr-spatial-tracking'],
];

/**
 * The headers of every response, whatever host serves it.
 *
 * @param policy the Content-Security-Policy
 */
export function securityHeaders(policy: string): Header[] {
  return [
    ['Content-Security-Policy', policy],
    // Two years, the least that browsers' preload lists take. Plain HTTP ignores it.
    ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', unusedFeatures.map((feature) => `${feature}=()`).join(', ')],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
  ];
}

/** How long a response may be kept: `DEPLOY.md` says why. */
export const cacheControl = {
  /** Files with a digest of their content in their name. */
  assets: 'public, max-age=31536000, immutable',
  /** Everything else: a minute without asking, then a question that is answered with 304 while nothing has changed. */
  pages: 'public, max-age=60, must-revalidate',
} as const;
