import { useMutation } from '@tanstack/react-query'
import { texts } from '#texts/features/two-step.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import QrCode from '../../ui/qr/qr-code.tsx'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const { setup } = texts
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Key, first code, recovery codes: the three steps of setting up two-step verification. */
export function SetUpFactor({ onDone }: { onDone: () => void }) {
  const beginning = useMutation({ mutationFn: () => call('twoFactorSetup') })
  const confirming = useMutation({
    mutationFn: (code: string) => call('twoFactorConfirm', { body: { code } }),
  })
  if (confirming.isSuccess) return <RecoveryCodes codes={confirming.data.codes} onDone={onDone} />
  if (!beginning.isSuccess)
    return (
      <div className="flex flex-col items-start gap-3">
        {beginning.isError && <Alert tone="danger" title={sentenceOf(beginning.error, setup.failed)} />}
        <Button busy={beginning.isPending} onClick={() => beginning.mutate()}>
          {beginning.isPending ? setup.beginning : setup.begin}
        </Button>
      </div>
    )
  const { secret, uri } = beginning.data
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose">{setup.add}</p>
      <QrCode text={uri} label={setup.picture} />
      <dl className="max-w-md rounded-lg border border-line bg-raised p-4">
        <dt className="font-semibold text-sm">{setup.secret}</dt>
        <dd className="mt-1 font-mono break-words">{inGroups(secret)}</dd>
      </dl>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CopyButton text={secret} label={setup.copy} done={setup.copied} />
        <a href={uri} className="font-semibold text-accent underline underline-offset-4">
          {setup.open}
        </a>
      </div>
      <CodeForm send={confirming.mutateAsync} onDone={() => undefined} hint={texts.code.appHint} />
    </div>
  )
}
