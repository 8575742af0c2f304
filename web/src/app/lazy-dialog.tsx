import type { Signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { errorText } from '#web/api/error-text.ts';
import { toast } from '#web/components/toasts.tsx';

type Content = ComponentType<{ readonly onClose: () => void }>;

/** A dialog whose code loads when it opens for the first time. */
export function LazyDialog({
  isOpen,
  load,
}: {
  readonly isOpen: Signal<boolean>;
  readonly load: () => Promise<{ readonly default: Content }>;
}) {
  const [loaded, setLoaded] = useState<{ readonly Content: Content }>();
  const isWanted = isOpen.value;
  useEffect(() => {
    if (!isWanted || loaded !== undefined) return;
    load().then(
      (module) => setLoaded({ Content: module.default }),
      (error: unknown) => {
        isOpen.value = false;
        toast({ text: errorText(error).title, tone: 'danger' });
      },
    );
  }, [isWanted]);
  if (!isWanted || loaded === undefined) return null;
  return (
    <loaded.Content
      onClose={() => {
        isOpen.value = false;
      }}
    />
  );
}
