import type { z } from 'zod'
import type { rejectBody } from '#contract/review.ts'
import { texts } from '#texts/features/review.ts'
import { call } from '../../lib/calls/call.ts'
import type { MetadataDraft } from './metadata-form.tsx'
import { type Decision, useDecide } from './use-decide.ts'

export type Rejection = z.input<typeof rejectBody>

const { toasts } = texts

/**
 * Every decision about a video. Each returns whether it was saved; failures are already reported. @param onDecided
 * `advance` when the review of this video is done
 */
export function useActions(videoId: string, onDecided: (id: string, advance: boolean) => void) {
  const { mutateAsync, isPending } = useDecide()
  const params = { id: videoId }
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
    make(
      {
        decide: headers => call('publishVideo', { params, headers }),
        done: ({ lastDecision }) => (lastDecision?.undoUntil ? toasts.released : toasts.published),
        failed: toasts.publishFailed,
      },
      true,
    )
  const saveMetadata = (body: MetadataDraft) =>
    make({
      decide: headers => call('reviewMetadata', { params, body, headers }),
      done: texts.metadata.saved,
      failed: texts.metadata.failed,
    })
  return {
    busy: isPending,
    approve: () =>
      make(
        {
          decide: headers => call('approveVideo', { params, headers }),
          done: toasts.approved,
          failed: toasts.approveFailed,
        },
        true,
      ),
    reject: (body: Rejection) =>
      make(
        {
          decide: headers => call('rejectVideo', { params, body, headers }),
          done: toasts.rejected,
          failed: toasts.rejectFailed,
        },
        true,
      ),
    publish,
    saveMetadata,
    approveHighlight: (index: number) =>
      make({
        decide: headers => call('approveHighlight', { params: { ...params, index }, headers }),
        done: toasts.highlightApproved,
        failed: toasts.highlightFailed,
      }),
    rejectHighlight: (index: number) =>
      make({
        decide: headers => call('rejectHighlight', { params: { ...params, index }, headers }),
        done: toasts.highlightRejected,
        failed: toasts.highlightRejectFailed,
      }),
    approveCompilation: (index: number) =>
      make({
        decide: headers => call('approveCompilation', { params: { ...params, index }, headers }),
        done: toasts.compilationApproved,
        failed: toasts.compilationFailed,
      }),
    chooseThumbnail: (timestamp: number) =>
      make({
        decide: headers => call('chooseThumbnail', { params, body: { timestamp }, headers }),
        done: toasts.thumbnail,
        failed: toasts.thumbnailFailed,
      }),
  }
}

export type Actions = ReturnType<typeof useActions>
