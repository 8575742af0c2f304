import path from 'node:path';
import { expect, test } from '@jest/globals';
import { functionSources } from '#lib/bundling/function-sources.ts';
import { functionsWithChunks } from '#lib/bundling/functions-with-chunks.ts';
import { builtBundles, functionNames, root } from './built-bundles.ts';
import { functionsOfFiles } from './functions-of-files.ts';

const { metafile, bundleFiles, filesOf, loadedBy, contentOfFiles } = await builtBundles();

test('a function has chunks only if it imports our own modules dynamically', () => {
  const importing = functionSources(path.join(root, 'functions')).filter(({ file }) => {
    const reached = new Set([path.relative(root, file)]);
    for (const one of reached) {
      for (const { path: imported, kind, external } of metafile.inputs[one]?.imports ?? []) {
        if (kind === 'dynamic-import' && /^(own-module:)?shared\//.test(imported)) return true;
        if (!external && kind !== 'dynamic-import') reached.add(imported);
      }
    }
    return false;
  });
  expect(importing.map(({ name }) => name)).toEqual(functionsWithChunks);
  const chunked = functionNames.filter((name) =>
    filesOf(name).some((file) => /[/]chunk-\w+\.mjs$/.test(file)),
  );
  expect(chunked).toEqual(functionsWithChunks);
});

const codeOfKinds: Readonly<Record<string, RegExp>> = {
  '837P':
    /^shared\/(x12\/837p\/build\/claim-consumer|x12\/837p\/check\/claim-set|x12\/guides\/837p|x12\/outbound\/claim-ack|claims\/intake\/claim-intake)/,
  '835': /^shared\/(x12\/835\/remittance-|x12\/guides\/835|claims\/responses\/remittance\/apply-)/,
  '277CA':
    /^shared\/(x12\/277ca\/claim-acknowledgment-consumer|claims\/responses\/claim-acknowledgment\/apply-)/,
  '999': /^shared\/(x12\/guides\/999|claims\/responses\/implementation-acknowledgment\/apply-)/,
};
const chunksOfKinds: Readonly<Record<string, readonly string[]>> = {
  '837P': ['survey-claims', 'claim-file'],
  '835': ['survey-remittances', 'remittance-processor'],
  '277CA': ['survey-claim-acknowledgments', 'claim-acknowledgment-processor'],
  '999': ['survey-implementation-acknowledgments', 'acknowledgment-processors'],
};
/** Returns the kinds of which these files have code. */
const kindsIn = (files: Iterable<string>) => {
  const inputs = [...contentOfFiles(files)].filter(([, bytes]) => bytes > 0).map(([input]) => input);
  return Object.keys(codeOfKinds).filter((kind) => inputs.some((input) => codeOfKinds[kind]?.test(input)));
};

test.each(functionsOfFiles)(
  '%s loads the code for a kind of file with the first file of the kind',
  (name) => {
    const loaded = bundleFiles(name);
    expect(kindsIn(loaded)).toEqual([]);
    for (const [kind, chunks] of Object.entries(chunksOfKinds)) {
      const ofKind = filesOf(name).filter((file) =>
        chunks.some((chunk) => path.basename(file).replace(/-\w{8}\.mjs$/, '') === chunk),
      );
      expect(ofKind).toHaveLength(chunks.length);
      expect(kindsIn(ofKind.flatMap((file) => [...loadedBy(file)]))).toEqual([kind]);
    }
  },
);
