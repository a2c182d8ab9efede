import { texts } from '#texts/pages/video/details.ts'
import { KeysHelp } from '../../features/review/keys-help.tsx'
import { useKeysSwitch } from '../../lib/single-keys.ts'

/** The player's keys, and the switch that turns off those that are single letters. */
export default function PlayerKeys() {
  const [on, toggle] = useKeysSwitch()
  return <KeysHelp on={on} onToggle={toggle} words={texts.keys} />
}
