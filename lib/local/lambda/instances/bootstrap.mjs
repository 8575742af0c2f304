// The program of a function instance: loads the bundled handler and runs one invocation after another from the IPC
// channel. Plain JavaScript, because stripping types would add 35 ms to each cold start.
import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { guardRequests } from '../roles/role-guard.mjs';
import { mapStackTraces } from './source-maps.mjs';

const startedAt = performance.now();
let current;
let isWarm = false;
const streams = { stdout: streamOf('stdout'), stderr: streamOf('stderr') };

// The runtime stops its instances; Ctrl-C in a terminal reaches the whole process group.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));
process.on('uncaughtException', (error) => failHard(error, error?.name));
process.on('unhandledRejection', (error) => failHard(error, 'Runtime.UnhandledPromiseRejection'));

const [, , compiledCode, role] = process.argv;
enableCompileCache(compiledCode);
mapStackTraces();
hideWebSockets();
if (role !== undefined) guardRequests(JSON.parse(role));
const handler = await loadHandler().catch((error) => {
  process.send({ kind: 'init-failed', error: describe(error) }, () => process.exit(1));
  return new Promise(() => {});
});
process.on('message', invoke);
process.send({ kind: 'ready', initMilliseconds: performance.now() - startedAt });

/** An import of node:http reads its enumerable members, three of which load Node's fetch library in 15 ms. */
function hideWebSockets() {
  const http = process.getBuiltinModule('node:http');
  for (const name of ['CloseEvent', 'MessageEvent', 'WebSocket']) {
    Object.defineProperty(http, name, { enumerable: false });
  }
}

async function loadHandler() {
  const [, file, name] = /^(.*?)\.([^.]+)$/.exec(process.env._HANDLER ?? '') ?? [];
  const base = join(process.env.LAMBDA_TASK_ROOT, file);
  const path = ['.mjs', '.js', '.cjs'].map((extension) => base + extension).find((one) => existsSync(one));
  if (path === undefined) throw runtimeError('Runtime.ImportModuleError', `Cannot find module '${file}'`);
  const module = await import(pathToFileURL(path).href);
  const found = module[name] ?? module.default?.[name];
  if (typeof found !== 'function') {
    throw runtimeError('Runtime.HandlerNotFound', `${process.env._HANDLER} is undefined or not exported`);
  }
  return found;
}

async function invoke({ id, event, deadline, functionArn, trace }) {
  current = id;
  process.env._X_AMZN_TRACE_ID = trace;
  const context = {
    callbackWaitsForEmptyEventLoop: true,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    invokedFunctionArn: functionArn,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    awsRequestId: id,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  try {
    const result = await handler(JSON.parse(event), context);
    finish({ kind: 'result', id, payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    finish({ kind: 'error', id, error: describe(error) });
  }
  // The runtime kills this process, which would lose its compiled code.
  if (!isWarm) flushCompileCache();
  isWarm = true;
}

/** Sends the result of this invocation and the place in both streams where its output ends. */
function finish(message, sent) {
  if (current !== message.id) return;
  current = undefined;
  const written = { stdout: streams.stdout.bytes(), stderr: streams.stderr.bytes() };
  process.send({ ...message, written }, sent);
}

/** Counts the bytes of a stream. Node opens a stream on its first use, and most calls write nothing. */
function streamOf(name) {
  const { get } = Object.getOwnPropertyDescriptor(process, name);
  let stream;
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      stream ??= get.call(process);
      return stream;
    },
  });
  return { bytes: () => stream?.bytesWritten ?? 0 };
}

/** Ends the instance after an error outside the handler's promise, as on Lambda. */
function failHard(error, errorType) {
  console.error(error);
  if (current === undefined) process.exit(129);
  const described = { ...describe(error), ...(errorType && { errorType }) };
  finish({ kind: 'error', id: current, error: described, fatal: true }, () => process.exit(129));
}

function describe(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? '').split('\n'),
    ...(error.cause instanceof Error && { cause: describe(error.cause) }),
  };
}

function runtimeError(name, message) {
  return Object.assign(new Error(message), { name });
}
