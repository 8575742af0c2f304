import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, describe, expect, test } from '@jest/globals';
import { spawnOperator } from '../../bin/operator/process.ts';
import { stack } from '../stack/api-client.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'granary-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = { GRANARY_DATA: process.env['GRANARY_DATA'] ?? '' };

/** Writes a new private key to a file. */
function newKey(name: string, passphrase: string, ...options: readonly string[]): string {
  const file = path.join(folder, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', ...options, '-N', passphrase, '-f', file]);
  return file;
}

const store = (file: string) =>
  spawnOperator(['clearinghouse-key', '--file', file, '--local', '--json'], environment);

describe('operator clearinghouse-key', () => {
  test('stores the key in the secret of the functions', async () => {
    const file = newKey('key', '');
    const { code, out, error } = await store(file);
    expect([code, error]).toEqual([0, '']);
    const { secret } = JSON.parse(out);
    const client = new SecretsManagerClient({
      endpoint: stack.endpoints.other,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const { SecretString, ARN } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
    expect(SecretString).toBe(readFileSync(file, 'utf8'));
    const template = path.join(environment.GRANARY_DATA, 'assembly', 'Data.template.json');
    const { Resources } = JSON.parse(readFileSync(template, 'utf8'));
    const secrets = Object.keys(Resources).filter(
      (id) => Resources[id].Type === 'AWS::SecretsManager::Secret' && id.startsWith('ClearinghouseKey'),
    );
    expect(secrets).toHaveLength(1);
    expect(ARN).toContain(`:secret:${secrets[0]}-`);
  });

  test('refuses a key with a passphrase, a file without a key, and a missing file', async () => {
    const encrypted = newKey('encrypted', 'a passphrase');
    expect(await store(encrypted)).toMatchObject({
      code: 1,
      error: expect.stringContaining('has a passphrase'),
    });
    expect(await store(`${encrypted}.pub`)).toMatchObject({
      code: 1,
      error: expect.stringContaining('has no private key'),
    });
    expect(await store(path.join(folder, 'none'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('Cannot read'),
    });
  });
});
