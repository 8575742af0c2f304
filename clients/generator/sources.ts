import type { ApiDocument } from './document.ts';
import { readDocument } from './document.ts';
import { camelCase, kebabCase, memberName, methodNames, pascalCase, textLiteral } from './names.ts';
import { type OperationModel, operationsOf, textOrBytes } from './operations.ts';
import { comment, componentName, membersOf, objectType, typeOf } from './types.ts';

/** An API to write a client for. */
export interface Service {
  /** Folder of the sources and, in Pascal case, the name of the client: `commerce` → `CommerceClient`. */
  readonly name: string;
  /** OpenAPI 3.1. */
  readonly document: unknown;
}

const generated = '// Generated from the contract by `npm run openapi`. Do not edit.\n';

/** Returns the generated sources by path below `src/`. */
export function clientSources(version: string, services: readonly Service[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  const name = `granary-client/${version}`;
  sources.set('version.ts', `${generated}export const clientName = ${textLiteral(name)};\n`);
  for (const service of services)
    for (const [file, source] of serviceSources(service))
      sources.set(`${service.name}/${file}`, generated + source);
  return sources;
}

function serviceSources({ name, document: value }: Service): ReadonlyMap<string, string> {
  const document = readDocument(value);
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return new Map([
    ['schemas.ts', schemas(document)],
    ['errors.ts', errorCodes(name, operations)],
    ...tags.map((tag): [string, string] => [
      `${kebabCase(tag)}.ts`,
      tagSource(
        tag,
        operations.filter((operation) => operation.tag === tag),
      ),
    ]),
    ['index.ts', serviceIndex(name, tags, document)],
  ]);
}

function schemas({ components }: ApiDocument): string {
  const declarations = Object.entries(components.schemas).map(([name, schema]) => {
    const about = comment(schema.description);
    const isPlain = schema.properties !== undefined && !schema.allOf && !schema.anyOf && !schema.oneOf;
    return isPlain && typeof schema.additionalProperties !== 'object' && schema.additionalProperties !== true
      ? `${about}export interface ${componentName(name)} ${objectType(membersOf(schema))}\n`
      : `${about}export type ${componentName(name)} = ${typeOf(schema)};\n`;
  });
  // Other files name a component through their import of this one.
  const isHere = (name: string) => Object.keys(components.schemas).some((one) => componentName(one) === name);
  return declarations
    .join('\n')
    .replace(/\bschema\.(\w+)/g, (whole: string, name: string) => (isHere(name) ? name : whole));
}

function errorCodes(service: string, operations: readonly OperationModel[]): string {
  const name = pascalCase(service);
  const lines = operations.map(
    ({ id, errorCodes: codes }) =>
      `  readonly ${memberName(id)}:${codes.map((code) => `\n    | ${textLiteral(code)}`).join('') || ' string'};\n`,
  );
  return `import { type ApiError, isApiError } from '../runtime/errors.ts';

/** Codes of the errors of each operation, by operationId. Later versions of the service may add codes. */
export interface ${name}ErrorCodes {
${lines.join('')}}

/** Whether this operation was refused or failed. \`error.code\` is one of its codes then. */
export const is${name}Error = <O extends keyof ${name}ErrorCodes>(
  error: unknown,
  operation: O,
): error is ApiError<${name}ErrorCodes[O]> => isApiError(error) && error.operation === operation;
`;
}

function tagSource(tag: string, operations: readonly OperationModel[]): string {
  const names = methodNames(
    tag,
    operations.map(({ id }) => id),
  );
  const body = [
    ...operations.map(descriptor),
    ...operations.flatMap(namedTypes),
    `export class ${pascalCase(tag)}Operations {\n  readonly #transport: Transport;\n\n  constructor(transport: Transport) {\n    this.#transport = transport;\n  }\n\n${operations
      .map((operation) => method(operation, names.get(operation.id) ?? operation.id))
      .join('\n')}}\n`,
  ].join('\n');
  const used = (names: readonly string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const types = (names: readonly string[], file: string) => {
    const found = used(names);
    return found.length > 0 ? `import type { ${found.join(', ')} } from '../runtime/${file}.ts';\n` : '';
  };
  return [
    types(['ApiCall', 'PagedCall'], 'calls'),
    types(['Operation'], 'operation'),
    types(['AcceptOptions', 'ChangeOptions', 'KeyOptions', 'MatchOptions', 'RequestOptions'], 'options'),
    types(['CursorPage', 'OffsetPage'], 'pages'),
    types(['Transport'], 'transport'),
    /\bschema\./.test(body) ? "import type * as schema from './schemas.ts';\n" : '',
    `\n${body}`,
  ].join('');
}

const constantOf = ({ id }: OperationModel): string => `${id}Operation`;

/** The operation as data for the transport. */
function descriptor(operation: OperationModel): string {
  const { id, method, path, inPath, inQuery, inHeaders, body, result } = operation;
  const list = (names: readonly string[]) => `[${names.map(textLiteral).join(', ')}]`;
  const members = {
    id: textLiteral(id),
    method: textLiteral(method),
    path: textLiteral(path),
    inPath: inPath.length > 0 && list(inPath),
    inQuery: inQuery.length > 0 && list(inQuery),
    inHeaders: inHeaders.length > 0 && list(inHeaders),
    body:
      body &&
      `{ mediaType: ${textLiteral(body.mediaType)}, from: ${textLiteral(body.from)}, form: ${textLiteral(body.form)} }`,
    accept: textLiteral(result.accept),
    enveloped: result.isEnveloped && 'true',
    keyed: operation.isKeyed && 'true',
    paging: result.paging && textLiteral(result.paging.kind),
    redirects: result.redirects && 'true',
  };
  const lines = Object.entries(members).flatMap(([name, value]) => (value ? [`  ${name}: ${value},\n`] : []));
  return `const ${constantOf(operation)}: Operation = {\n${lines.join('')}};\n`;
}

/** Types of input and result that deserve a name. */
const namedTypes = ({ id, input, result }: OperationModel): readonly string[] => [
  ...(input ? [`/** Input of \`${id}\`. */\nexport type ${input.name} = ${input.type};\n`] : []),
  ...(result.name && !result.paging?.page
    ? [`/** Result of \`${id}\`. */\nexport type ${result.name} = ${result.type};\n`]
    : []),
  ...(result.paging && result.name && result.paging.item.includes('\n')
    ? [`/** Record of \`${id}\`. */\nexport type ${itemName(result.name)} = ${result.paging.item};\n`]
    : []),
];

const itemName = (resultName: string): string => resultName.replace(/Result$/, 'Item');

function method(operation: OperationModel, name: string): string {
  const { id, input, result, takesNoneMatch, summary, description } = operation;
  const about = comment([summary, description, `operationId: ${id}`].filter(Boolean).join('\n\n'), '  ');
  const argument = input && `input: ${input.name}`;
  const options = optionsOf(operation);
  const signature = (optionsType: string, isOptional: boolean, type: string) => {
    const optional = input && !input.isRequired && isOptional ? `input?: ${input.name}` : argument;
    return `  ${name}(${[optional, `options${isOptional ? '?' : ''}: ${optionsType}`].filter(Boolean).join(', ')}): ${type}`;
  };
  const type = callType(result);
  const overloads = [
    ...result.alternatives.map((mediaType) =>
      signature(
        `${options} & AcceptOptions<${textLiteral(mediaType)}>`,
        false,
        `ApiCall<${textOrBytes(mediaType)}>`,
      ),
    ),
    ...(takesNoneMatch
      ? [
          signature(
            `${options} & ChangeOptions`,
            false,
            `ApiCall<${pageType(result) ?? dataType(result)} | undefined>`,
          ),
        ]
      : []),
    signature(options, true, type),
  ];
  const [only = ''] = overloads;
  const call = result.paging ? 'list' : 'call';
  const sent = `    return this.#transport.${call}(${constantOf(operation)}, ${input ? (input.isRequired ? 'input' : 'input ?? {}') : '{}'}, options);\n  }\n`;
  if (overloads.length === 1) return `${about}${only} {\n${sent}`;
  const parameters = [
    argument && (input?.isRequired ? argument : `input?: ${input?.name}`),
    `options?: ${options}`,
  ];
  // The overloads state what each choice of options returns.
  const implementation = `  ${name}(${parameters.filter(Boolean).join(', ')}): ${result.paging ? 'PagedCall<never, never>' : 'ApiCall<never>'} {\n${sent}`;
  return `${overloads.map((overload) => `${about}${overload};\n`).join('')}${implementation}`;
}

const optionsOf = ({ isKeyed, takesMatch }: OperationModel): string =>
  ['RequestOptions', isKeyed && 'KeyOptions', takesMatch && 'MatchOptions'].filter(Boolean).join(' & ');

function callType(result: OperationModel['result']): string {
  const page = pageType(result);
  return page === undefined ? `ApiCall<${dataType(result)}>` : `PagedCall<${itemType(result)}, ${page}>`;
}

/** Type of one page of a list; undefined for an operation without pages. */
function pageType(result: OperationModel['result']): string | undefined {
  if (!result.paging) return undefined;
  return result.paging.page === '' ? dataType(result) : `${result.paging.page}<${itemType(result)}>`;
}

const itemType = ({ paging, name }: OperationModel['result']): string | undefined =>
  paging?.item.includes('\n') && name ? itemName(name) : paging?.item;

const dataType = ({ name, type }: OperationModel['result']): string => name ?? type;

function serviceIndex(service: string, tags: readonly string[], { tags: described }: ApiDocument): string {
  const name = pascalCase(service);
  const imports = tags.map(
    (tag) => `import { ${pascalCase(tag)}Operations } from './${kebabCase(tag)}.ts';\n`,
  );
  const fields = tags.map((tag) => {
    const about = described.find((one) => one.name === tag)?.description;
    return `${comment(about, '  ')}  readonly ${camelCase(tag)}: ${pascalCase(tag)}Operations;\n`;
  });
  const assignments = tags.map(
    (tag) => `    this.${camelCase(tag)} = new ${pascalCase(tag)}Operations(transport);\n`,
  );
  const exports = tags.map((tag) => `export type * from './${kebabCase(tag)}.ts';\n`);
  return `import type { ClientOptions } from '../runtime/options.ts';
import { Transport } from '../runtime/transport.ts';
import { clientName } from '../version.ts';
${imports.join('')}
${exports.join('')}export * from './errors.ts';
export type * from './schemas.ts';

/** Client of the ${service} API. Its members are the tags of the API. */
export class ${name}Client {
${fields.join('')}
  constructor(options: ClientOptions) {
    const transport = new Transport(options, clientName);
${assignments.join('')}  }
}
`;
}
