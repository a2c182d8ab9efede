import { useQuery } from '@tanstack/react-query'
import { channelNames } from '#contract/publishing/constants.ts'
import type { Channel } from '#contract/publishing/publications.ts'
import { texts as channelTexts } from '#texts/features/publishing/channel.ts'
import { texts } from '#texts/features/publishing.ts'
import { channelsQuery, queuePaths } from '../../../features/publishing/calls.ts'
import { channelsOf } from '../../../features/publishing/use-post-channel.ts'
import { call } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { changeFailed } from './connect.tsx'

const { disconnect: words } = channelTexts

/** Asks before disconnecting a channel, and says what happens to planned and published posts. */
export default function DisconnectDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { id, kind, name, waiting, isDefault } = channel
  const { data } = useQuery(channelsQuery)
  const others = channelsOf(data?.channels ?? [], kind).filter(one => one.id !== id)
  // As the server chooses: working channels first.
  const next = others.find(one => one.status !== 'reconnect') ?? others[0]
  const disconnect = useAction({
    mutationFn: () => call('disconnectChannel', { params: { id } }),
    onDone: onClose,
    done: { ...texts.channels.disconnected, description: name },
    failed: changeFailed,
    refresh: queuePaths,
  })
  return (
    <Dialog open onClose={onClose} title={words.title({ name })}>
      <div className="mb-5 space-y-2 break-words">
        <p>{words.text}</p>
        {waiting > 0 && <p>{words.held({ count: waiting })}</p>}
        {!next && <p>{words.noDefault({ platform: channelNames[kind] })}</p>}
        {next && isDefault && <p>{words.nextDefault({ name: next.name })}</p>}
      </div>
      <DialogButtons
        label={words.yes}
        variant="danger"
        busy={disconnect.isPending}
        cancel={words.no}
        onSend={() => disconnect.mutate()}
        onCancel={onClose}
      />
    </Dialog>
  )
}
