import { type UnitSystem, unitSystems } from '#contract/gauges/units.ts'
import { api } from '#contract/paths.ts'
import type { Channel } from '#contract/publishing/publications.ts'
import { channelTexts } from '../../../features/publishing/channel-texts.ts'
import { texts } from '../../../features/publishing/texts.ts'
import { call } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { Select } from '../../../ui/inputs/field.tsx'
import { changeFailed } from './connect.tsx'

const { units: words } = channelTexts
const options = unitSystems.map(value => ({ value, label: words.systems[value] }))

/** The units of the titles and descriptions that we write for a channel. */
export function ChannelUnits({ channel: { id, units } }: { channel: Channel }) {
  const save = useAction({
    mutationFn: (chosen: UnitSystem) => call('channelSettings', { params: { id }, body: { units: chosen } }),
    done: texts.channels.saved,
    failed: changeFailed,
    refresh: [api.channels],
  })
  return (
    <div className="w-72 max-w-full">
      <Select
        label={words.label}
        value={save.isPending ? save.variables : units}
        disabled={save.isPending}
        onChange={event => save.mutate(event.target.value as UnitSystem)}
        options={options}
      />
    </div>
  )
}
