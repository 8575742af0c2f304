import { describe, expect, test } from '@jest/globals';
import { breakingChanges } from '#clients/compatibility/breaking-changes.ts';
import { claimsDocument } from '#contract/claims/document.ts';
import { commerceDocument } from '#contract/commerce/document.ts';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A document with one operation, whose request and response have one field `a`, and parts of it replaced. */
const documentOf = (replaced: object = {}, components: object = {}) => ({
  paths: {
    '/things/{id}': {
      put: {
        operationId: 'replaceThing',
        tags: ['things'],
        parameters: [],
        requestBody: json(object({ a: text })),
        responses: { 200: json(object({ a: text })) },
        ...replaced,
      },
    },
  },
  components: { schemas: components },
});

const changesOf = (before: object, after: object) => [...breakingChanges(before, after).keys()];

/** The changes of the request when the schema of its field changes, and those of the response. */
const request = (before: object, after: object, components?: object) =>
  changesOf(
    documentOf({ requestBody: json(object({ a: before })) }, components),
    documentOf({ requestBody: json(object({ a: after })) }, components),
  );
const response = (before: object, after: object, components?: object) =>
  changesOf(
    documentOf({ responses: { 200: json(object({ a: before })) } }, components),
    documentOf({ responses: { 200: json(object({ a: after })) } }, components),
  );

describe('a value', () => {
  const orNull = { type: ['string', 'null'] };
  const eitherNull = { anyOf: [text, { type: 'null' }] };
  const few = { enum: ['x', 'y'] };
  const more = { enum: ['z', 'y', 'x'] };

  test.each<[string, object, object, string | undefined, string | undefined]>([
    // change, before, after, sentence of the request, sentence of the response
    ['null goes', orNull, text, 'no longer accepts null', undefined],
    ['null comes', text, orNull, undefined, 'can now be null'],
    ['null is written in another way', orNull, eitherNull, undefined, undefined],
    ['a listed value goes', more, few, 'no longer accepts z', undefined],
    ['a listed value comes', few, more, undefined, 'can now be z'],
    ['a list comes', text, few, 'now accepts only x, y', undefined],
    ['a list goes', few, text, undefined, 'can now be any string'],
    ['the type is another', text, { type: 'boolean' }, 'no longer accepts string', 'can now be boolean'],
    ['fractions go', { type: 'number' }, { type: 'integer' }, 'no longer accepts number', undefined],
    ['a type comes', {}, text, 'now accepts only string', undefined],
    ['a constant is another', { const: 'x' }, { const: 'y' }, 'no longer accepts x', 'can now be y'],
    ['an alternative goes', eitherNull, { anyOf: [text] }, 'no longer accepts null', undefined],
  ])('%s', (_change, before, after, ofRequest, ofResponse) => {
    const sentences = (place: string, what: string | undefined) => (what ? [`${place} field a ${what}`] : []);
    expect(request(before, after)).toEqual(sentences('request', ofRequest));
    expect(response(before, after)).toEqual(sentences('response', ofResponse));
  });

  test('has other limits: only narrower ones of a request break', () => {
    const [short, long] = [
      { ...text, maxLength: 4 },
      { ...text, maxLength: 9 },
    ];
    expect(request(long, short)).toEqual(['request field a: maxLength is now 4']);
    expect([...request(short, long), ...response(short, long), ...response(long, short)]).toEqual([]);
    expect(request(text, { ...text, pattern: '^b' })).toEqual(['request field a: pattern is now ^b']);
    expect(response({ ...text, format: 'date' }, { ...text, format: 'date-time' })).toEqual([
      'response field a: format is now date-time instead of date',
    ]);
  });
});

describe('a member', () => {
  const one = object({ b: text }, ['b']);
  const optional = object({ b: text });
  const two = object({ b: text, c: text }, ['b', 'c']);

  test.each<[string, object, object, string[], string[]]>([
    ['comes as a required one', one, two, ['request field a.c is now required'], []],
    ['goes', two, one, ['request field a.c is removed'], ['response field a.c is removed']],
    ['becomes required', optional, one, ['request field a.b is now required'], []],
    ['becomes optional', one, optional, [], ['response field a.b can now be missing']],
    ['comes as an optional one', one, object({ b: text, c: text }, ['b']), [], []],
    [
      'that is not described goes',
      { ...one, additionalProperties: true },
      { ...one, additionalProperties: false },
      ['request field a no longer accepts further members'],
      [],
    ],
  ])('%s', (_change, before, after, ofRequest, ofResponse) => {
    expect(request(before, after)).toEqual(ofRequest);
    expect(response(before, after)).toEqual(ofResponse);
  });

  test('is compared in items, and with the alternative that resembles it most', () => {
    const list = (kinds: readonly object[]) => ({ type: 'array', items: { oneOf: kinds } });
    const kind = (name: string, members: object) => object({ kind: { const: name }, ...members }, ['kind']);
    const before = list([kind('p', { b: text }), kind('q', { c: text })]);
    const after = list([kind('q', { c: { type: 'number' } }), kind('p', { b: text })]);
    expect(request(before, after)).toEqual(['request field a[].c no longer accepts string']);
  });

  test('of a component is one change with all its operations, also where the component holds itself', () => {
    const tree = (members: object) => ({
      Tree: object({ ...members, below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } }),
    });
    const reference = { $ref: '#/components/schemas/Tree' };
    const both = { requestBody: json(reference), responses: { 200: json(object({ data: reference })) } };
    const before = documentOf(both, tree({ b: text }));
    expect([...breakingChanges(before, documentOf(both, tree({})))]).toEqual([
      ['request field Tree.b is removed', ['PUT /things/{id}']],
      ['response field Tree.b is removed', ['PUT /things/{id}']],
    ]);
  });
});

describe('an operation', () => {
  const query = (more: object = {}) => ({ name: 'limit', in: 'query', schema: text, ...more });

  test.each<[string, object, object, string[]]>([
    [
      'has another name',
      {},
      { operationId: 'putThing' },
      ['operationId is putThing instead of replaceThing'],
    ],
    ['has another tag', {}, { tags: ['stuff'] }, ['tag is stuff instead of things']],
    ['needs a credential', {}, { security: [{ apiKey: [] }] }, ['a credential is now required']],
    ['loses an error code', { 'x-error-codes': ['gone'] }, {}, ['error code gone is removed']],
    ['loses a parameter', { parameters: [query()] }, {}, ['query parameter limit is removed']],
    [
      'requires a parameter',
      {},
      { parameters: [query({ required: true })] },
      ['query parameter limit is now required'],
    ],
    [
      'accepts fewer values of a parameter',
      { parameters: [query()] },
      { parameters: [query({ schema: { enum: ['5'] } })] },
      ['query parameter limit now accepts only 5'],
    ],
    ['accepts a further parameter', {}, { parameters: [query()] }, []],
    [
      'requires a body',
      {},
      { requestBody: { required: true, ...json(object({ a: text })) } },
      ['request body is now required'],
    ],
    [
      'has another status',
      {},
      { responses: { 201: json(object({ a: text })) } },
      ['status 200 is removed', 'status 201 is new'],
    ],
    ['has a further error', {}, { responses: { 200: json(object({ a: text })), 418: {} } }, []],
    [
      'loses a media type',
      { responses: { 200: { content: { 'text/csv': {} } } } },
      { responses: { 200: {} } },
      ['text/csv of status 200 is removed'],
    ],
    [
      'loses a header',
      { responses: { 200: { headers: { ETag: {} } } } },
      { responses: { 200: {} } },
      ['response header ETag is removed'],
    ],
  ])('%s', (_change, before, after, sentences) => {
    expect(changesOf(documentOf(before), documentOf(after))).toEqual(sentences);
  });

  test('is removed, while the name of a parameter of its path may change', () => {
    const before = documentOf();
    const { put } = before.paths['/things/{id}'];
    expect(changesOf(before, { ...before, paths: { '/things/{key}': { put } } })).toEqual([]);
    expect([...breakingChanges(before, { ...before, paths: {} })]).toEqual([
      ['operation is removed', ['PUT /things/{id}']],
    ]);
  });
});

test.each([
  { service: 'commerce', component: 'Order', make: commerceDocument },
  { service: 'claims', component: 'Claim', make: claimsDocument },
])(
  'a field of $component lost from the $service document is found in each operation',
  ({ component, make }) => {
    const before = JSON.parse(JSON.stringify(make()));
    const after = structuredClone(before);
    delete after.components.schemas[component].properties.id;
    expect(breakingChanges(before, before).size).toBe(0);
    const found = breakingChanges(before, after);
    expect([...found.keys()]).toContain(`response field ${component}.id is removed`);
    expect(found.get(`response field ${component}.id is removed`)?.length).toBeGreaterThan(2);
  },
);
