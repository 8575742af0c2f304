import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import type { StackTemplate, Template } from '#lib/local/cloudformation/assembly.ts';
import { Deployment } from '#lib/local/cloudformation/deployment.ts';
import type { JsonObject, TemplateJson } from '#lib/local/cloudformation/json.ts';
import { withNestedStacks } from '#lib/local/cloudformation/nested-stacks.ts';
import { StartError } from '#lib/local/start-error.ts';

describe('deployment', () => {
  const stack = (name: string, template: Partial<Template>): StackTemplate => ({
    name,
    assets: new Map(),
    template: { Resources: {}, Outputs: {}, ...template },
  });

  const resource = (Type: string, Properties: Record<string, TemplateJson> = {}) => ({
    Type,
    Properties,
    Metadata: {},
  });

  /** Fn::Sub has the syntax of template strings for its variables; these tests write #{…}. */
  const sub = (text: string) => text.replaceAll('#', '$');

  const deploy = (...stacks: readonly StackTemplate[]) =>
    new Deployment(stacks, {
      region: 'eu-west-1',
      account: '000000000000',
      controlPlaneUrl: 'http://127.0.0.1:1',
    });

  /** Resolves a value in a template with a few resources to refer to. */
  function resolve(value: TemplateJson): unknown {
    const deployment = deploy(
      stack('Main', {
        Resources: {
          Table: resource('AWS::DynamoDB::Table'),
          Holder: resource('Test::Holder', { value }),
        },
      }),
      stack('Other', {
        Resources: { Topic: resource('AWS::SNS::Topic', { TopicName: 'news' }) },
        Outputs: {
          Out: { Value: { Ref: 'Topic' }, Export: { Name: { 'Fn::Sub': sub('Other:#{AWS::Partition}') } } },
        },
      }),
    );
    const [holder] = deployment.resources('Test::Holder');
    return holder?.readAll()['value'];
  }

  describe('intrinsic functions', () => {
    test.each<[string, TemplateJson, TemplateJson]>([
      ['Ref of a resource', { Ref: 'Table' }, 'Main-Table'],
      ['Ref of a pseudo parameter', { Ref: 'AWS::Region' }, 'eu-west-1'],
      [
        'Fn::GetAtt',
        { 'Fn::GetAtt': ['Table', 'Arn'] },
        'arn:aws:dynamodb:eu-west-1:000000000000:table/Main-Table',
      ],
      ['Fn::Join', { 'Fn::Join': ['-', ['a', { Ref: 'Table' }, 3]] }, 'a-Main-Table-3'],
      ['Fn::Join of a split', { 'Fn::Join': ['+', { 'Fn::Split': ['/', 'a/b/c'] }] }, 'a+b+c'],
      ['Fn::Select', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
      ['Fn::Sub', { 'Fn::Sub': sub('x-#{AWS::AccountId}-#{Table}') }, 'x-000000000000-Main-Table'],
      ['Fn::ImportValue', { 'Fn::ImportValue': 'Other:aws' }, 'arn:aws:sns:eu-west-1:000000000000:news'],
      ['functions in lists and objects', [{ a: { Ref: 'Table' } }, null, 1], [{ a: 'Main-Table' }, null, 1]],
    ])('%s', (_, value, expected) => {
      expect(resolve(value)).toEqual(expected);
    });
  });

  describe('errors name stack, resource and property', () => {
    test.each<[TemplateJson, string]>([
      [{ a: { 'Fn::Unheard': 1 } }, 'property value.a: the local runtime does not support Fn::Unheard'],
      [{ Ref: 'Nobody' }, 'property value: Ref names Nobody, which is not in the template'],
      [{ Ref: 'AWS::NoValue' }, 'Ref names AWS::NoValue, which is not in the template'],
      [{ 'Fn::GetAtt': ['Nobody', 'Arn'] }, 'Fn::GetAtt names Nobody, which is not in the template'],
      [{ 'Fn::GetAtt': ['Table', 'Colour'] }, 'the local runtime has no attribute Colour of Table'],
      [[{ 'Fn::ImportValue': 'none' }], 'property value.0: no stack exports none'],
      [{ 'Fn::Select': [5, ['a']] }, 'Fn::Select has no item 5 in 1'],
      [{ 'Fn::Join': ['-', 'text'] }, 'expected a list'],
      [{ 'Fn::If': ['Yes', 1, 2] }, 'the local runtime does not support Fn::If'],
      ['{{resolve:ssm:none}}', 'the local runtime does not support dynamic references'],
    ])('%j', (value, message) => {
      expect(() => resolve(value)).toThrow(StartError);
      expect(() => resolve(value)).toThrow(/^Stack Main, resource Holder, property value/);
      expect(() => resolve(value)).toThrow(message);
    });

    test('for a property that has another type than the runtime needs', () => {
      const [table] = deploy(
        stack('Main', { Resources: { Table: resource('AWS::DynamoDB::Table', { KeySchema: 'no list' }) } }),
      ).resources('AWS::DynamoDB::Table');
      expect(() => table?.read(z.object({ KeySchema: z.array(z.string()) }))).toThrow(
        /^Stack Main, resource Table, property KeySchema: /,
      );
    });
  });

  describe('names of resources', () => {
    test('stay the same over restarts, differ between stacks and keep to the length limits', () => {
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

    test('come from the template where it has one', () => {
      const [table] = deploy(
        stack('Main', { Resources: { T: resource('AWS::DynamoDB::Table', { TableName: 'mine' }) } }),
      ).resources('AWS::DynamoDB::Table');
      expect(table?.ref).toBe('mine');
    });

    test('include the id of the construct, from its path or its logical id', () => {
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
});

describe('nested stacks', () => {
  const stack = (parameters: JsonObject) => ({
    Type: 'AWS::CloudFormation::Stack',
    Properties: { Parameters: parameters },
  });
  const queue = (properties: JsonObject = {}) => ({ Type: 'AWS::SQS::Queue', Properties: properties });

  const template = (
    Resources: Readonly<Record<string, { readonly Type: string; readonly Properties: JsonObject }>>,
    Outputs: Readonly<Record<string, { readonly Value: TemplateJson }>> = {},
  ) => ({ Resources, Outputs });

  test('resources of a nested stack become resources of the parent, with the values of its parameters', () => {
    const parent = template({ Api: queue(), Nested: stack({ api: { Ref: 'Api' } }) });
    const nested = template({ Inner: queue({ Name: { Ref: 'api' } }) });
    const { Resources } = withNestedStacks(parent, () => nested);
    expect(Resources).toEqual({ Api: queue(), Inner: queue({ Name: { Ref: 'Api' } }) });
  });

  test('references to outputs become the values of the outputs, also between nested stacks', () => {
    const parent = template({
      First: stack({}),
      Second: stack({ name: { 'Fn::GetAtt': ['First', 'Outputs.Name'] } }),
      Method: queue({ Uri: { 'Fn::Join': ['', ['a/', { 'Fn::GetAtt': ['Second', 'Outputs.Name'] }]] } }),
    });
    const { Resources } = withNestedStacks(parent, (_properties, id) =>
      id === 'First'
        ? template({ A: queue() }, { Name: { Value: { Ref: 'A' } } })
        : template({ B: queue({ Of: { Ref: 'name' } }) }, { Name: { Value: { Ref: 'B' } } }),
    );
    expect(Resources).toEqual({
      A: queue(),
      B: queue({ Of: { Ref: 'A' } }),
      Method: queue({ Uri: { 'Fn::Join': ['', ['a/', { Ref: 'B' }]] } }),
    });
  });

  test('two resources with one logical id are an error', () => {
    const parent = template({ A: queue(), Nested: stack({}) });
    expect(() => withNestedStacks(parent, () => template({ A: queue() }))).toThrow(
      'Two resources have the logical id A.',
    );
  });
});
