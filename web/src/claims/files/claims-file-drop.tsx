import { useSignal, useSignalEffect } from '@preact/signals';
import { location } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Icon } from '#web/components/icons.tsx';
import { toast } from '#web/components/toasts.tsx';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { droppedFiles, isOver, takeDroppedFiles } from './drops.ts';
import { UploadList } from './upload-list.tsx';
import { clearEnded, isUnderWay, uploadFiles, uploads } from './uploads.ts';
import './files.css';

/**
 * Takes files that are dropped anywhere on a claims page, and shows their progress in a corner of the window. The files page
 * shows the same list in its content.
 */
export function ClaimsFileDrop() {
  const isHidden = useSignal(false);
  const ended = uploads.value.filter((upload) => !isUnderWay(upload)).length;
  useSignalEffect(() => {
    if (droppedFiles.value.length === 0) return;
    const files = takeDroppedFiles();
    isHidden.value = false;
    if (mayEdit()) uploadFiles(files);
    else toast({ text: texts.files.auditor, tone: 'warning' });
  });
  const total = uploads.value.length;
  const isShown = total > 0 && !isHidden.value && location.value.path !== '/claims/files';
  return (
    <>
      {isOver.value && (
        <div class="file-drop-over">
          <div class="file-drop-message">
            <Icon name="upload" />
            <p class="file-drop-title">{mayEdit() ? texts.files.dropHere : texts.files.auditor}</p>
            <p class="file-drop-hint">{texts.files.dropHint}</p>
          </div>
        </div>
      )}
      <span class="unseen" role="status">
        {total > 0 ? texts.files.uploadsSummary(ended, total) : ''}
      </span>
      {isShown && (
        <section class="upload-corner" aria-label={texts.files.uploads}>
          <header class="upload-corner-head">
            <h2 class="upload-corner-title">{texts.files.uploadsSummary(ended, total)}</h2>
            {ended > 0 && (
              <Button kind="quiet" small onClick={clearEnded}>
                {texts.files.clearDone}
              </Button>
            )}
            <Button
              kind="quiet"
              small
              icon="close"
              label={texts.files.hideUploads}
              onClick={() => {
                isHidden.value = true;
              }}
            />
          </header>
          <UploadList uploads={uploads.value} />
        </section>
      )}
    </>
  );
}
