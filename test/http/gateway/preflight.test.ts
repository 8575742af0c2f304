import { describe, expect, test } from '@jest/globals';
import { call } from '../stack/api-client.ts';

const words = (value: string | null) => value?.split(',').map((word) => word.trim());

describe('spec: OPTIONS (preflight)', () => {
  test('/api/v1: 204, empty body, methods, headers, max age 86400', async () => {
    const { status, text, headers } = await call('OPTIONS', '/api/v1', { key: null });
    expect(status).toBe(204);
    expect(text).toBe('');
    expect(words(headers.get('access-control-allow-methods'))).toEqual([
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'OPTIONS',
    ]);
    expect(words(headers.get('access-control-allow-headers'))).toEqual([
      'Content-Type',
      'Authorization',
      'X-API-Key',
    ]);
    expect(headers.get('access-control-max-age')).toBe('86400');
  });

  test('/api/v1/water-logs: 204, empty body, methods, headers', async () => {
    const { status, text, headers } = await call('OPTIONS', '/api/v1/water-logs', { key: null });
    expect(status).toBe(204);
    expect(text).toBe('');
    expect(words(headers.get('access-control-allow-methods'))).toEqual(['GET', 'POST', 'OPTIONS']);
    expect(words(headers.get('access-control-allow-headers'))).toEqual(['Content-Type', 'Authorization']);
    expect(headers.get('access-control-max-age')).toBeNull();
  });

  test.each(['/api/v1', '/api/v1/water-logs'])('%s carries the security headers', async (path) => {
    const { headers } = await call('OPTIONS', path, { key: null });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('other routes allow the headers they use', async () => {
    const { status, headers } = await call('OPTIONS', '/api/v1/orders', { key: null });
    expect(status).toBe(204);
    expect(words(headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining(['Idempotency-Key', 'If-Match', 'X-API-Key']),
    );
  });
});
