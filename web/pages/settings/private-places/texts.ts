import type { ToastContent } from '../../../lib/toast.ts'

export const texts = {
  failed: "We couldn't load your private places",
  about:
    'The circles show what others never see. A circle is off center on purpose, so nobody can tell the exact spot. Only you see this page.',
  empty: {
    title: 'No rides on the map yet',
    text: 'Upload a video with GPS. Once its analysis is done, you see your rides and private places here.',
  },
  map: {
    label: 'Map of your private places',
    hint: 'Tap the map or use the arrow keys to move the crosshair; hold Shift for bigger steps. Press + or - to zoom and Enter to add a place.',
    show: 'Show on the map',
    all: 'All rides',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    reset: 'Reset view',
    ride: 'Your rides',
    hidden: 'Hidden from others',
    notHidden: 'Not hidden now',
    crosshair: (latitude: string, longitude: string) => `Crosshair at ${latitude}, ${longitude}`,
    inside: (place: number) => `inside the circle of place ${place}`,
    near: (distance: string, place: number) => `${distance} from place ${place}`,
  },
  add: {
    open: 'Add a place here',
    title: 'Make this spot private?',
    text: (distance: string) =>
      `Others won't see what GPS measured around here in any of your rides, past or future. The circle reaches up to ${distance} from this spot.`,
    yes: 'Add place',
    done: { title: 'Place added' } as ToastContent,
    failed: "Couldn't add the place",
  },
  list: {
    title: 'Your places',
    none: 'No private places yet. Move the crosshair to add one.',
    added: 'Added by you',
    end: 'Start or end of a ride',
    endOf: (ride: string) => `Start or end of “${ride}”`,
    since: (date: string) => `Since ${date}`,
    number: (place: number) => `Place ${place}`,
    show: 'Show',
    showLabel: (place: number) => `Show place ${place} on the map`,
    remove: 'Remove',
    removeLabel: (place: number) => `Remove place ${place}`,
  },
  removal: {
    title: (place: number) => `Remove place ${place}?`,
    text: "Others will see what GPS measured here, in rides that are already published, too. New rides won't add this place again, but you can.",
    yes: 'Remove place',
    done: { title: 'Place removed' } as ToastContent,
    failed: "Couldn't remove the place",
  },
  cancel: 'Cancel',
  otherwise: 'Please try again.',
} as const
