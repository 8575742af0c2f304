import { signal } from '@preact/signals';
import { language } from '#web/text/texts.ts';
import type { X12Texts } from '#web/text/x12-texts.ts';

const loaded = signal<X12Texts | undefined>(undefined);
let isLoading = false;

/**
 * Returns the meanings of X12 codes in the language of the person. The first call loads them; undefined until they are
 * there, so that a page shows the code alone in the meantime.
 */
export function useX12Texts(): X12Texts | undefined {
  if (!isLoading) {
    isLoading = true;
    void load();
  }
  return loaded.value;
}

async function load(): Promise<void> {
  try {
    const module =
      language === 'es' ? await import('#web/text/es/x12.ts') : await import('#web/text/en/x12.ts');
    loaded.value = module.x12;
  } catch {
    // Codes stay readable without their meaning. The next page tries again.
    isLoading = false;
  }
}
