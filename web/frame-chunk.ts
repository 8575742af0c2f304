import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The parts of Rolldown's module graph that the chunk needs. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const chunkName = 'frame';

/** Modules that pages share, by folder. Loaded one by one they would be twenty small files, each with its round trip. */
const sharedFolders = /\/web\/src\/(components|data)\/(?!gallery\/|chart-library\.ts)/;

/**
 * Names the chunk of a module: all modules that the frame of the app needs are one chunk, with the components that pages
 * share, because each shared one would otherwise be a small file. `start` is the path of the module that starts the frame.
 * The modules of `entry` are a separate chunk, so that it requests page and texts while the frame is loading.
 */
export function frameChunk(start: string, entry: string): (id: string, graph: ModuleGraph) => string | null {
  const seen = new WeakMap<ModuleGraph, readonly [ReadonlySet<string>, ReadonlySet<string>]>();
  return (id, graph) => {
    const known = seen.get(graph) ?? [modulesOf(entry, graph), modulesOf(start, graph)];
    seen.set(graph, known);
    const [inEntry, inFrame] = known;
    if (inEntry.has(id)) return 'entry';
    return inFrame.has(id) || sharedFolders.test(id) ? chunkName : null;
  };
}

/** Adds the files of the frame to index.html, so that they load together with the entry. */
export function preloadFrame(): Plugin {
  return {
    name: 'granary-preload-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle).flatMap((file): HtmlTagDescriptor[] => {
          if (file.type !== 'chunk' || file.name !== chunkName) return [];
          const styles = [...(file.viteMetadata?.importedCss ?? [])];
          return [link('modulepreload', file.fileName), ...styles.map((name) => link('stylesheet', name))];
        }),
    },
  };
}

const link = (rel: string, fileName: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
});

function modulesOf(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  visit(entry);
  return found;
}
