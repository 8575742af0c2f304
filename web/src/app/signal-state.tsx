import { useEffect, useState } from 'preact/hooks';
import { Icon } from '#web/components/icons.tsx';
import { isOnline, oldestReadAt } from '#web/data/connectivity.ts';
import { formatAge } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Says that there is no signal, and how old the data on the page is. The place in the frame does not move the page. */
export function SignalState() {
  const isOffline = !isOnline.value;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isOffline) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [isOffline]);
  const readAt = isOffline ? oldestReadAt() : undefined;
  return (
    <div class="signal-state" role="status">
      {isOffline && (
        <>
          <Icon name="offline" />
          <span class="rail-word">
            {texts.app.signal.offline}
            {readAt !== undefined && (
              <span class="signal-age">{texts.app.signal.dataFrom(formatAge(now - readAt))}</span>
            )}
          </span>
        </>
      )}
    </div>
  );
}
