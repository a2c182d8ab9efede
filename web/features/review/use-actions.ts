import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { rejectBody } from '#contract/review.ts'
import type { MetadataDraft } from './metadata-form.tsx'
import { texts } from './texts.ts'
import { type Decision, useDecide } from './use-decide.ts'

export type Rejection = z.input<typeof rejectBody>

const { toasts } = texts

/**
 * Everything that can be decided about one video. Each gives whether it was done; what failed has been told.
 * @param onDecided `advance` when the video is done with
 */
export function useActions(videoId: string, onDecided: (id: string, advance: boolean) => void) {
  const { mutateAsync, isPending } = useDecide()
  const make = async (decision: Omit<Decision, 'videoId'>, advance = false): Promise<boolean> => {
    // A key held down or pressed twice decides once.
    if (isPending) return false
    return mutateAsync({ ...decision, videoId }).then(
      () => {
        onDecided(videoId, advance)
        return true
      },
      () => false,
    )
  }
  const publish = () =>
    make({ path: api.publishVideo(videoId), done: toasts.published, failed: toasts.publishFailed }, true)
  const saveMetadata = (body: MetadataDraft) =>
    make({
      path: api.reviewMetadata(videoId),
      method: 'PATCH',
      body,
      done: texts.metadata.saved,
      failed: texts.metadata.failed,
    })
  return {
    busy: isPending,
    approve: () =>
      make({ path: api.approveVideo(videoId), done: toasts.approved, failed: toasts.approveFailed }, true),
    reject: (body: Rejection) =>
      make(
        { path: api.rejectVideo(videoId), body, done: toasts.rejected, failed: toasts.rejectFailed },
        true,
      ),
    publish,
    saveMetadata,
    approveHighlight: (index: number) =>
      make({
        path: api.approveHighlight(videoId, index),
        done: toasts.highlightApproved,
        failed: toasts.highlightFailed,
      }),
    approveCompilation: (index: number) =>
      make({
        path: api.approveCompilation(videoId, index),
        done: toasts.compilationApproved,
        failed: toasts.compilationFailed,
      }),
    chooseThumbnail: (timestamp: number) =>
      make({
        path: api.chooseThumbnail(videoId),
        body: { timestamp },
        done: toasts.thumbnail,
        failed: toasts.thumbnailFailed,
      }),
  }
}
