/** A response header: name and value. */
export type Header = readonly [name: string, value: string];

/**
 * Browser features that no page uses. Only includes features that all browsers know, because they log warnings about
 * others.
 */
const unusedFeatures = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation'],
  ...['gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture', 'publickey-credentials-get'],
  ...['screen-wake-lock', 'usb', 'xr-spatial-tracking'],
];

/**
 * The headers of every response, on every host.
 *
 * @param policy - The Content-Security-Policy.
 */
export function securityHeaders(policy: string): Header[] {
  return [
    ['Content-Security-Policy', policy],
    // Two years. Plain HTTP ignores this header.
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

/** How long responses can be cached. `DEPLOY.md` explains why. */
export const cacheControl = {
  /** Files with a content digest in their name. */
  assets: 'public, max-age=31536000, immutable',
  /** Everything else: cached for a minute, then revalidated (304 if unchanged). */
  pages: 'public, max-age=60, must-revalidate',
} as const;
