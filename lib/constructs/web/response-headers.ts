/** Folder of files whose names contain a digest of their contents. */
export const hashedFolder = 'assets';

/** `Cache-Control` of hashed files, which never change. */
export const immutable = 'public, max-age=31536000, immutable';

/** `Cache-Control` of all other files: browsers ask each time whether they changed. */
export const revalidated = 'no-cache';

/** Hosts besides its own that the web app needs. Each is an origin such as https://login.example.com. */
export interface WebHosts {
  /** Identity provider, and hosts that take uploads. */
  readonly connect: readonly string[];
  /** Hosts of product images. */
  readonly images: readonly string[];
}

/** The content security policy of the web app: no inline script or style, and no host that is not named here. */
export function contentSecurityPolicy({ connect, images }: WebHosts): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', ...images],
    'connect-src': ["'self'", ...connect],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}

/** Two years, as the preload list of browsers requires. */
export const transportSecuritySeconds = 63_072_000;

/** Security headers that CloudFront sends as custom headers. */
export const furtherHeaders = {
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Security headers of every file of the web app besides the policy; over TLS, `Strict-Transport-Security` too. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  ...furtherHeaders,
} as const;
