import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/video-facts/edit.ts'
import { categoryOptions } from '../../entities/video/category-options.ts'
import { patchVideo } from '../../entities/video/change-video.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useFields } from '../../lib/fields.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Select, TextArea, TextField } from '../../ui/inputs/field.tsx'

/** Edits a video's title, description and category. Approved texts are published as approved. */
export default function EditDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const { title, description, category } = video
  const { fields, field } = useFields({ title, description, category })
  const [missing, setMissing] = useState(false)
  const save = useAction({
    mutationFn: () => patchVideo(video.id, fields),
    onDone: onClose,
    done: texts.done,
    failed: { title: texts.failed, otherwise: texts.noConnection },
    refresh: [api.video(video.id), api.myVideos, api.myVideosDetailed],
  })
  const decided = video.status === 'approved' || video.status === 'published'
  return (
    <Dialog open onClose={onClose} title={texts.title}>
      <form
        noValidate
        className="space-y-5"
        onSubmit={event => {
          event.preventDefault()
          const empty = fields.title.trim() === ''
          setMissing(empty)
          if (!empty) save.mutate()
        }}
      >
        <TextField
          {...field('title')}
          label={texts.name}
          maxLength={150}
          error={missing ? texts.nameMissing : undefined}
        />
        <TextArea {...field('description')} label={texts.description} maxLength={5000} />
        <Select {...field('category')} label={texts.category} options={categoryOptions} />
        {decided && <p className="text-muted text-sm">{texts.decided}</p>}
        <DialogButtons
          label={save.isPending ? texts.saving : texts.save}
          busy={save.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
