import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/video-facts/generated-title.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'

/** Says that a video has the generated title in the place of its file's name; one press keeps it, one undoes it. */
export default function GeneratedTitle({ id, fileTitle }: { id: Video['id']; fileTitle: string }) {
  const deciding = useAction({
    mutationFn: (name: 'keepTitle' | 'undoEnhance') => call(name, { params: { id } }),
    failed: { title: texts.failed, otherwise: texts.noConnection },
    refresh: [api.video(id), api.myVideos, api.myVideosDetailed],
    refreshOn: 'settled',
  })
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <p className="text-muted">{texts.named}</p>
      <div className="flex min-w-0 flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          disabled={deciding.isPending}
          onClick={() => deciding.mutate('keepTitle')}
        >
          {texts.keep}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className="min-w-0 max-w-full"
          disabled={deciding.isPending}
          onClick={() => deciding.mutate('undoEnhance')}
        >
          <span className="truncate">{texts.undo({ title: fileTitle })}</span>
        </Button>
      </div>
    </div>
  )
}
