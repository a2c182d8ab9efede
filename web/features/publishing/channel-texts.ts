import type { UnitSystem } from '#contract/gauges/units.ts'
import type { ToastContent } from '../../lib/toast.ts'

/** Texts about channels, for platforms that can have several. */
export const channelTexts = {
  channel: (platform: string) => `Channel for ${platform}`,
  isDefault: 'Default',
  option: (name: string, isDefault: boolean) => (isDefault ? `${name} (default)` : name),
  another: 'Connect another',
  adminOnly: 'Only an admin can connect channels and choose the default.',
  askAdmin: 'Ask an admin to reconnect it.',
  anotherFor: (platform: string) => `Connect another ${platform} channel`,
  reconnect: 'Reconnect',
  makeDefault: 'Make default',
  makeDefaultOf: (name: string) => `Make ${name} the default`,
  madeDefault: (name: string): ToastContent => ({ title: 'Default Channel Changed', description: name }),
  defaultText: 'Posts without a channel use the default one.',
  waiting: (count: number) => (count === 1 ? '1 publication scheduled' : `${count} publications scheduled`),
  held: (count: number) => (count === 1 ? '1 publication on hold' : `${count} publications on hold`),
  units: {
    label: 'Units in generated texts',
    systems: { metric: 'km/h and meters', imperial: 'mph and feet' } satisfies Record<UnitSystem, string>,
  },
  shared: (names: string) => `${names}, counted together`,
  disconnect: {
    of: (name: string) => `Disconnect ${name}`,
    title: (name: string) => `Disconnect ${name}?`,
    text: 'No new posts go out there. Existing posts stay online, and we keep counting their views as long as the platform lets us.',
    held: (count: number) =>
      count === 1
        ? '1 scheduled publication goes on hold until you reconnect the channel.'
        : `${count} scheduled publications go on hold until you reconnect the channel.`,
    nextDefault: (name: string) => `${name} becomes the default.`,
    noDefault: (platform: string) => `You can't schedule on ${platform} until a channel is connected.`,
    yes: 'Disconnect',
    no: 'Keep it connected',
  },
} as const
