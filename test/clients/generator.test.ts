import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { compiler } from '#clients/generator/compiler.ts';
import type { JsonSchema } from '#clients/generator/document.ts';
import { methodNames } from '#clients/generator/names.ts';
import { clientSources } from '#clients/generator/sources.ts';
import { comment, typeOf } from '#clients/generator/types.ts';

describe('types of JSON Schema', () => {
  const oneLine = (schema: JsonSchema) => typeOf(schema).replaceAll(/\s+/g, ' ');

  test.each<[JsonSchema, string]>([
    [{}, 'unknown'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', const: "it's" }, "'it\\'s'"],
    [{ enum: ['a', 1, null] }, "'a' | 1 | null"],
    [{ $ref: '#/components/schemas/Order' }, 'schema.Order'],
    [{ $ref: '#/components/schemas/Error' }, 'schema.ErrorBody'],
    [{ type: 'array', items: { type: 'string' } }, 'readonly string[]'],
    [{ type: 'array', items: { type: ['string', 'integer'] } }, 'readonly (string | number)[]'],
    [{ type: 'array', items: { type: 'array', items: { type: 'null' } } }, 'readonly (readonly null[])[]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, 'readonly [string, number]'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ allOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, {}] }, '(string | null) & unknown'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ readonly [name: string]: number }'],
    [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
    [
      { type: 'object', properties: { 'first-name': { type: 'string' }, id: {} }, required: ['first-name'] },
      "{ readonly 'first-name': string; readonly id?: unknown; }",
    ],
    [
      { properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: {} },
      '{ readonly id: string; } & { readonly [name: string]: unknown }',
    ],
  ])('%j is %s', (schema, type) => {
    expect(oneLine(schema)).toBe(type);
  });

  test('a comment cannot end early', () => {
    expect(comment('Matches */ everywhere')).toBe('/** Matches *\\/ everywhere */\n');
  });
});

describe('names of methods', () => {
  test.each([
    ['orders', 'updateOrderStatus', 'updateStatus'],
    ['water logs', 'listWaterLogs', 'list'],
    ['categories', 'createCategory', 'create'],
    ['activity', 'listActivity', 'list'],
    ['webhooks', 'sendTestWebhook', 'sendTestWebhook'],
    ['service', 'health', 'health'],
  ])('tag %s, operationId %s: %s', (tag, id, name) => {
    expect(methodNames(tag, [id]).get(id)).toBe(name);
  });

  test('keep the noun where two names would be equal', () => {
    expect([
      ...methodNames('webhooks', ['redeliverWebhook', 'redeliverWebhooks', 'getWebhook']).values(),
    ]).toEqual(['redeliverWebhook', 'redeliverWebhooks', 'get']);
  });
});

describe('operations of every kind', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const object = (properties: object, required: readonly string[] = []) => ({
    type: 'object',
    properties,
    required,
  });
  const ok = { 200: { description: '', ...json(object({ data: { type: 'string' } })) } };
  const paths = {
    '/redirect': { get: operation('follow', { responses: { 302: { description: '' } } }) },
    '/feed': { get: operation('feed', { responses: { 200: { content: { 'application/atom+xml': {} } } } }) },
    '/archive': { get: operation('archive', { responses: { 200: { content: { 'application/zip': {} } } } }) },
    '/table': {
      get: operation('table', {
        parameters: [{ name: 'If-None-Match', in: 'header', schema: {} }],
        responses: { 200: { content: { ...ok[200].content, 'text/csv': {} } } },
      }),
    },
    '/either': {
      post: operation('either', {
        responses: { ...ok, 204: {} },
        requestBody: json({ type: 'array', items: {} }),
      }),
    },
    '/named/{id}': {
      put: operation('shadow', { parameters: [id], responses: ok, requestBody: json(object({ id: {} })) }),
      patch: operation('merge', {
        parameters: [id, { name: 'X-Reason', in: 'header', schema: { type: 'string' } }],
        responses: ok,
        requestBody: {
          content: { 'application/merge-patch+json': { schema: object({ name: { type: 'null' } }) } },
        },
      }),
      post: operation('choose', {
        parameters: [id],
        responses: ok,
        requestBody: json({ anyOf: [object({ a: {} }, ['a']), object({ b: {} }, ['b'])] }),
      }),
    },
    '/text': { post: operation('text', { responses: ok, requestBody: { content: { 'text/csv': {} } } }) },
  };

  function operation(operationId: string, rest: object): object {
    return { operationId, summary: 'Do it', tags: ['things'], ...rest };
  }

  test('get sources that compile, and inputs and results of the right types', () => {
    const program = `
      import { SampleClient } from './sample/index.ts';
      const { things } = new SampleClient({ baseUrl: 'http://localhost' });
      export const results: readonly [string, string, Blob, string, string | undefined, string, string | undefined] = [
        await things.follow(), await things.feed(), await things.archive(), await things.table(),
        await things.table({ ifNoneMatch: '"v1"' }), await things.table({ accept: 'text/csv' }),
        await things.either({ body: [1] }),
      ];
      export const more: readonly string[] = [
        await things.shadow({ id: 'a', body: { id: 'b' } }), await things.merge({ id: 'a', name: null, 'X-Reason': 'r' }),
        await things.choose({ id: 'a', b: 1 }), await things.text({ body: 'a,b' }),
      ];
      // @ts-expect-error: a required member is missing
      await things.shadow({ body: {} });
      // @ts-expect-error: the operation has no CSV
      await things.feed({ accept: 'text/csv' });`;
    const document = { paths, components: { schemas: {} } };
    expect(faultsOf(clientSources('1.0.0', [{ name: 'sample', document }]), program)).toEqual([]);
  });

  test('an unknown part of a document is an error', () => {
    const cookie = { name: 'session', in: 'cookie', schema: {} };
    const document = {
      paths: { '/a': { get: operation('a', { parameters: [cookie], responses: ok }) } },
      components: { schemas: {} },
    };
    expect(() => clientSources('1.0.0', [{ name: 'sample', document }])).toThrow('path');
  });
});

/** Compiles generated sources and a program together with the runtime. Returns the messages of the compiler. */
function faultsOf(sources: ReadonlyMap<string, string>, program: string): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-generated-'));
  try {
    const client = path.resolve(import.meta.dirname, '../../clients/typescript');
    symlinkSync(path.join(client, 'src/runtime'), path.join(folder, 'runtime'));
    for (const [file, source] of sources) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), source);
    }
    writeFileSync(path.join(folder, 'program.ts'), program);
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const options = { noEmit: true, preserveSymlinks: true, rootDir: folder };
    const project = {
      extends: path.join(client, 'tsconfig.json'),
      compilerOptions: options,
      include: ['program.ts'],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
    const { stdout } = spawnSync(process.execPath, [compiler, '--project', folder], { encoding: 'utf8' });
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
