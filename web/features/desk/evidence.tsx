import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EvidenceFileField, evidenceFiles, evidenceTexts } from '#contract/money/constants.ts'
import type { DeskItem, DisputeDetail, EvidenceFile } from '#contract/money/desk.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/desk.ts'
import { call, sendBytes } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-buttons.tsx'
import { TextArea, TextField } from '../../ui/inputs/field.tsx'
import { FileButton } from '../../ui/inputs/file-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { disputeQuery } from './calls.ts'

const { evidence: words } = texts
/** A text of at most this many characters is one line. */
const lineMost = 500

/** The answer to a dispute: texts and files, saved as a draft at Stripe or submitted for good. */
export function Evidence({ item, onClose }: { item: DeskItem; onClose: () => void }) {
  const query = useQuery(disputeQuery(item.id))
  return (
    <Dialog open onClose={onClose} title={words.title({ amount: formatMoney(item.amount) })}>
      <Loaded
        query={query}
        skeleton={<Waiting label={texts.loading} rows={rowsOf(4, 'h-20')} className="space-y-2.5" />}
        failed={words.failed}
      >
        {dispute =>
          dispute.open ? (
            <Form key={dispute.submissions} dispute={dispute} onClose={onClose} />
          ) : (
            <Sent dispute={dispute} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** What was sent for a dispute that takes no more. */
function Sent({ dispute: { texts: sent, files } }: { dispute: DisputeDetail }) {
  const parts = [
    ...evidenceTexts.map(({ field }) => ({ name: words.texts[field], text: sent[field] })),
    ...files.map(({ field, name }) => ({ name: words.files[field], text: name })),
  ].filter(({ text }) => text)
  return (
    <>
      <p className="text-muted text-sm">{parts.length > 0 ? words.closed : words.closedEmpty}</p>
      <dl className="mt-4 space-y-4">
        {parts.map(({ name, text }) => (
          <div key={name}>
            <dt className="font-semibold text-sm">{name}</dt>
            <dd className="mt-1 whitespace-pre-line break-words text-[0.9375rem]">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Form({ dispute, onClose }: { dispute: DisputeDetail; onClose: () => void }) {
  // What was staged without a text stays without it.
  const started = Object.keys(dispute.texts).length > 0
  const [typed, setTyped] = useState<Record<string, string>>(started ? dispute.texts : dispute.suggested)
  const [files, setFiles] = useState<EvidenceFile[]>(dispute.files)
  const upload = useAction({
    mutationFn: ({ field, file }: { field: EvidenceFileField; file: File }) =>
      sendBytes(
        'disputeFile',
        { params: { disputeId: dispute.id }, query: { field, name: file.name.slice(-200) } },
        file,
      ),
    onDone: sent => setFiles(before => [...before.filter(f => f.field !== sent.field), sent]),
    failed: { title: words.uploadFailed, otherwise: texts.tryAgain },
  })
  const send = useAction({
    mutationFn: (submit: boolean) =>
      call('disputeEvidence', {
        params: { disputeId: dispute.id },
        body: {
          texts: Object.fromEntries(evidenceTexts.map(({ field }) => [field, typed[field] ?? ''])),
          files: Object.fromEntries(files.map(({ field, id }) => [field, id])),
          submit,
        },
      }),
    onDone: (_, submit) => submit && onClose(),
    done: (_, submit) => (submit ? words.submitted : words.saved),
    failed: { title: words.sendFailed, otherwise: texts.tryAgain },
    refresh: [api.desk, api.dispute(dispute.id)],
    refreshOn: 'settled',
  })
  return (
    <form
      className="space-y-4"
      onSubmit={event => {
        event.preventDefault()
        send.mutate(true)
      }}
    >
      <p className="text-muted text-sm">{words.explain}</p>
      {evidenceTexts.map(({ field, most }) => {
        const shown = {
          label: words.texts[field],
          maxLength: most,
          value: typed[field] ?? '',
          onChange: ({ target }: { target: { value: string } }) =>
            setTyped({ ...typed, [field]: target.value }),
        }
        return most > lineMost ? <TextArea key={field} {...shown} /> : <TextField key={field} {...shown} />
      })}
      <ul className="divide-y divide-line border-line border-y">
        {evidenceFiles.map(field => (
          <li key={field} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2.5 text-sm">
            <span>
              <span className="block font-semibold">{words.files[field]}</span>
              <span className="block break-words text-muted">
                {files.find(f => f.field === field)?.name ?? words.noFile}
              </span>
            </span>
            <FileButton
              label={
                <>
                  {words.choose}
                  <span className="sr-only">: {words.files[field]}</span>
                </>
              }
              accept="application/pdf,image/jpeg,image/png"
              disabled={upload.isPending}
              onFile={chosen => upload.mutate({ field, file: chosen })}
            />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button type="submit" disabled={upload.isPending} busy={send.isPending}>
          {words.submit}
        </Button>
        <Button
          variant="outline"
          disabled={upload.isPending || send.isPending}
          onClick={() => send.mutate(false)}
        >
          {words.save}
        </Button>
      </DialogActions>
    </form>
  )
}
