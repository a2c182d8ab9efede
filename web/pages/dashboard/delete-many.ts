import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/dashboard.ts'
import { deleteVideo } from '../../entities/video/change-video.ts'
import { isUnauthorized, sentenceOf } from '../../lib/calls/api.ts'
import { useAction } from '../../lib/calls/use-action.ts'

const words = texts.selection

/** Published videos are taken down by staff, so they can't be deleted here. */
export const isDeletable = ({ status }: Pick<Video, 'status'>): boolean => status !== 'published'

interface Outcome {
  deleted: string[]
  /** the server's reasons for the videos that stay */
  refusals: string[]
}

/** Deletes one after another: one that is refused, or was deleted elsewhere meanwhile, doesn't stop the others. */
export function useDeleteMany(onDone: (deleted: readonly string[]) => void) {
  const [done, setDone] = useState(0)
  const deleting = useAction<Outcome, readonly Video[]>({
    mutationFn: async videos => {
      const outcome: Outcome = { deleted: [], refusals: [] }
      setDone(0)
      for (const { id } of videos) {
        try {
          await deleteVideo(id)
          outcome.deleted.push(id)
        } catch (error) {
          if (isUnauthorized(error)) throw error
          outcome.refusals.push(sentenceOf(error, words.noConnection))
        }
        setDone(outcome.deleted.length + outcome.refusals.length)
      }
      return outcome
    },
    onDone: ({ deleted }) => onDone(deleted),
    done: ({ deleted, refusals }) => ({
      title: refusals.length
        ? words.someStayed({ count: refusals.length })
        : words.deleted({ count: deleted.length }),
      ...(refusals[0] ? { description: refusals[0], variant: 'destructive' as const } : {}),
    }),
    failed: { title: words.failed, otherwise: words.noConnection },
    refreshOn: 'settled',
    refresh: [api.myVideos, api.myVideosDetailed, api.user],
  })
  return { deleting, done }
}
