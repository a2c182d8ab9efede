import { catalog } from '#server/core/sentences.ts'

/** What people read about their notifications and the emails beside them. */
export const sentences = catalog('notifications', {
  tooManyStreams: 'Too many live connections from your network. Please try again later.',
  unknownZone: 'Unknown time zone. Choose one from the list.',
  unknownZoneName: 'Unknown time zone. Use an IANA name like Europe/Berlin.',
  unsubscribeAction: 'Unsubscribe',
  unsubscribeAsk:
    "We'll stop sending you emails of this kind. You can still see what happens to your videos whenever you sign in.",
  unsubscribeAskTitle: 'Unsubscribe from these emails?',
  unsubscribed: "You won't get emails of this kind any more.",
  unsubscribedSettings: 'All settings',
  unsubscribedTitle: 'Unsubscribed',
})
