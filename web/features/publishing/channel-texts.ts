import type { ToastContent } from '../../lib/toast.ts'

/** What is said of channels where a platform can have several. */
export const channelTexts = {
  channel: (platform: string) => `Channel for ${platform}`,
  isDefault: 'Default',
  option: (name: string, isDefault: boolean) => (isDefault ? `${name} (default)` : name),
  another: 'Connect another',
  anotherFor: (platform: string) => `Connect another ${platform} channel`,
  reconnect: 'Reconnect',
  makeDefault: 'Make default',
  makeDefaultOf: (name: string) => `Make ${name} the default`,
  madeDefault: (name: string): ToastContent => ({ title: 'Default Channel Changed', description: name }),
  defaultText: 'Posts that name no channel go out on the default one.',
  waiting: (count: number) =>
    count === 1 ? '1 publication is planned' : `${count} publications are planned`,
  held: (count: number) => (count === 1 ? '1 publication is on hold' : `${count} publications are on hold`),
  shared: (names: string) => `${names}, counted together`,
  disconnect: {
    of: (name: string) => `Disconnect ${name}`,
    title: (name: string) => `Disconnect ${name}?`,
    text: 'Nothing new goes out there. Posts that are out stay online, and their views keep counting for as long as the platform accepts our permission.',
    held: (count: number) =>
      count === 1
        ? '1 planned publication goes on hold until the channel is connected again.'
        : `${count} planned publications go on hold until the channel is connected again.`,
    nextDefault: (name: string) => `${name} becomes the default.`,
    noDefault: (platform: string) => `Nothing can be scheduled on ${platform} until a channel is connected.`,
    yes: 'Disconnect',
    no: 'Keep it connected',
  },
} as const
