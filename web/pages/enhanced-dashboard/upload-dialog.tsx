import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { texts } from '#texts/pages/enhanced-dashboard.ts'
import { myVideosDetailedQuery } from '../../entities/video/my-videos.ts'
import ActiveUploader from '../../features/upload/active-uploader.tsx'
import { IdleUploader } from '../../features/upload/idle-uploader.tsx'
import { currentUpload, useUpload } from '../../features/upload/transfer/current-upload.ts'
import { uploader } from '../../features/upload/transfer/uploader.ts'
import { toast } from '../../lib/toast.ts'
import { Dialog } from '../../ui/dialog.tsx'

/** The uploader in a dialog. It closes once the file is sent; the page shows the processing. */
export default function UploadDialog({ onClose }: { onClose: () => void }) {
  const state = useUpload()
  const queries = useQueryClient()
  const sent = useEffectEvent(() => {
    toast(texts.upload.started)
    void queries.invalidateQueries({ queryKey: myVideosDetailedQuery.queryKey })
    onClose()
  })
  const { phase } = state
  // The result of an earlier upload doesn't belong in a newly opened dialog.
  useEffect(() => {
    if (currentUpload.get().phase === 'complete') uploader.reset()
  }, [])
  const before = useRef(phase)
  useEffect(() => {
    if (phase === 'processing' && before.current === 'uploading') sent()
    before.current = phase
  }, [phase])
  return (
    <Dialog open onClose={onClose} title={texts.upload.dialog}>
      {state.phase === 'idle' || state.phase === 'complete' ? (
        <IdleUploader />
      ) : (
        <ActiveUploader state={state} />
      )}
    </Dialog>
  )
}
