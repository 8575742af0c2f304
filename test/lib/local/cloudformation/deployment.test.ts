import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import type { StackTemplate, Template } from '#lib/local/cloudformation/assembly.ts';
import { Deployment } from '#lib/local/cloudformation/deployment.ts';
import type { TemplateJson } from '#lib/local/cloudformation/json.ts';
import { StartError } from '#lib/local/start-error.ts';

const stack = (name: string, template: Partial<Template>): StackTemplate => ({
  name,
  region: undefined,
  assets: new Map(),
  template: { Parameters: {}, Mappings: {}, Conditions: {}, Resources: {}, Outputs: {}, ...template },
});

const resource = (Type: string, Properties: Record<string, TemplateJson> = {}, Condition?: string) => ({
  Type,
  Properties,
  Metadata: {},
  ...(Condition !== undefined && { Condition }),
});

/** Fn::Sub writes variables as the language does in template strings; here they are written #{…}. */
const sub = (text: string) => text.replaceAll('#', '$');

const deploy = (...stacks: readonly StackTemplate[]) =>
  new Deployment(stacks, {
    region: 'eu-west-1',
    account: '000000000000',
    controlPlaneUrl: 'http://127.0.0.1:1',
  });

/** Resolves one value in a template that holds a few things to refer to. */
function resolve(value: TemplateJson): unknown {
  const deployment = deploy(
    stack('Main', {
      Parameters: { Size: { Type: 'String', Default: 'small' }, Unset: { Type: 'String' } },
      Mappings: { Sizes: { small: { memory: 128 } } },
      Conditions: {
        Yes: { 'Fn::Equals': [{ Ref: 'Size' }, 'small'] },
        No: { 'Fn::Not': [{ Condition: 'Yes' }] },
        Both: {
          'Fn::And': [{ Condition: 'Yes' }, { 'Fn::Or': [{ Condition: 'No' }, { Condition: 'Yes' }] }],
        },
      },
      Resources: {
        Table: resource('AWS::DynamoDB::Table'),
        Absent: resource('AWS::SQS::Queue', {}, 'No'),
        Holder: resource('Test::Holder', { value }),
      },
    }),
    stack('Other', {
      Resources: { Topic: resource('AWS::SNS::Topic', { TopicName: 'news' }) },
      Outputs: {
        Out: { Value: { Ref: 'Topic' }, Export: { Name: { 'Fn::Sub': sub('#{AWS::StackName}:Topic') } } },
      },
    }),
  );
  const [holder] = deployment.resources('Test::Holder');
  return holder?.readAll()['value'];
}

describe('intrinsic functions', () => {
  test.each<[string, TemplateJson, TemplateJson | RegExp]>([
    ['Ref of a resource', { Ref: 'Table' }, 'Main-Table'],
    ['Ref of a parameter', { Ref: 'Size' }, 'small'],
    ['Ref of a pseudo parameter', { Ref: 'AWS::Region' }, 'eu-west-1'],
    [
      'Fn::GetAtt as a list',
      { 'Fn::GetAtt': ['Table', 'Arn'] },
      'arn:aws:dynamodb:eu-west-1:000000000000:table/Main-Table',
    ],
    [
      'Fn::GetAtt as a text',
      { 'Fn::GetAtt': 'Table.Arn' },
      'arn:aws:dynamodb:eu-west-1:000000000000:table/Main-Table',
    ],
    ['Fn::Join', { 'Fn::Join': ['-', ['a', { Ref: 'Size' }, 3]] }, 'a-small-3'],
    ['Fn::Join of a split', { 'Fn::Join': ['+', { 'Fn::Split': ['/', 'a/b/c'] }] }, 'a+b+c'],
    ['Fn::Select', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    [
      'Fn::Sub',
      { 'Fn::Sub': sub('x-#{Size}-#{Table}-#{Table.Arn}') },
      /^x-small-Main-Table-arn:.*Main-Table$/,
    ],
    ['Fn::Sub with variables', { 'Fn::Sub': [sub('#{A}-#{!B}'), { A: { Ref: 'Size' } }] }, sub('small-#{B}')],
    ['Fn::If', { 'Fn::If': ['Both', 'then', 'else'] }, 'then'],
    ['Fn::FindInMap', { 'Fn::FindInMap': ['Sizes', { Ref: 'Size' }, 'memory'] }, 128],
    ['Fn::ImportValue', { 'Fn::ImportValue': 'Other:Topic' }, 'arn:aws:sns:eu-west-1:000000000000:news'],
    [
      'Fn::GetStackOutput',
      { 'Fn::GetStackOutput': { StackName: 'Other', OutputName: 'Out' } },
      'arn:aws:sns:eu-west-1:000000000000:news',
    ],
    ['Fn::Base64', { 'Fn::Base64': 'abc' }, 'YWJj'],
    ['AWS::NoValue in a list', ['a', { Ref: 'AWS::NoValue' }, 'b'], ['a', 'b']],
    ['AWS::NoValue in an object', { a: 1, b: { 'Fn::If': ['No', 2, { Ref: 'AWS::NoValue' }] } }, { a: 1 }],
    ['Fn::ToJsonString', { 'Fn::ToJsonString': { a: { Ref: 'Size' } } }, '{"a":"small"}'],
  ])('%s', (_, value, expected) => {
    const resolved = resolve(value);
    if (expected instanceof RegExp) expect(resolved).toMatch(expected);
    else expect(resolved).toEqual(expected);
  });
});

describe('what cannot be resolved names stack, resource and property', () => {
  test.each<[TemplateJson, string]>([
    [{ a: { 'Fn::Unheard': 1 } }, 'property value.a: the intrinsic function Fn::Unheard is not known'],
    [{ Ref: 'Nobody' }, 'property value: Ref names Nobody, which the template does not hold'],
    [{ Ref: 'Absent' }, 'Ref names Absent, which the template does not hold'],
    [{ Ref: 'Unset' }, 'parameter Unset has no default value'],
    [{ 'Fn::GetAtt': ['Table', 'Colour'] }, 'the local runtime has no attribute Colour of Table'],
    [[{ 'Fn::ImportValue': 'none' }], 'property value.0: no stack exports none'],
    [{ 'Fn::Select': [5, ['a']] }, 'Fn::Select has no item 5 in 1'],
    [{ 'Fn::Join': ['-', 'text'] }, 'a list is expected here'],
    [{ 'Fn::If': ['Missing', 1, 2] }, 'condition Missing is not in the template'],
    ['{{resolve:ssm:none}}', 'the dynamic reference {{resolve:ssm:none}} names nothing'],
  ])('%j', (value, message) => {
    expect(() => resolve(value)).toThrow(StartError);
    expect(() => resolve(value)).toThrow(/^Stack Main, resource Holder, property value/);
    expect(() => resolve(value)).toThrow(message);
  });

  test('a property that is not what the runtime needs', () => {
    const [table] = deploy(
      stack('Main', { Resources: { Table: resource('AWS::DynamoDB::Table', { KeySchema: 'no list' }) } }),
    ).resources('AWS::DynamoDB::Table');
    expect(() => table?.read(z.object({ KeySchema: z.array(z.string()) }))).toThrow(
      /^Stack Main, resource Table, property KeySchema: /,
    );
  });
});

describe('names', () => {
  test('are the same at every start, differ between stacks, and keep to the length that the service allows', () => {
    const long = 'L'.repeat(80);
    const template = {
      Resources: { [long]: resource('AWS::Lambda::Function'), Bucket: resource('AWS::S3::Bucket') },
    };
    const names = () =>
      deploy(stack('One', template), stack('Two', template))
        .resources('AWS::Lambda::Function', 'AWS::S3::Bucket')
        .map(({ ref }) => ref);
    expect(names()).toEqual(names());
    expect(new Set(names()).size).toBe(4);
    for (const name of names()) expect(name.length).toBeLessThanOrEqual(64);
    expect(names()).toContain('one-bucket');
  });

  test('a name of the template’s own is kept', () => {
    const [table] = deploy(
      stack('Main', { Resources: { T: resource('AWS::DynamoDB::Table', { TableName: 'mine' }) } }),
    ).resources('AWS::DynamoDB::Table');
    expect(table?.ref).toBe('mine');
  });

  test('a construct’s id is its logical id without the digest, or the path of the metadata', () => {
    const described = deploy(
      stack('Main', {
        Resources: {
          X12Bucket12AB34CD: resource('AWS::S3::Bucket'),
          Other: {
            ...resource('AWS::S3::Bucket'),
            Metadata: { 'aws:cdk:path': 'Main/Deep/SiteBucket/Resource' },
          },
        },
      }),
    );
    expect(described.resources('AWS::S3::Bucket').map(({ constructId }) => constructId)).toEqual([
      'X12Bucket',
      'SiteBucket',
    ]);
  });
});
