/** Who does what follows the steps of visits: the one table, handed to the application when it is opened. */
import type { FollowUps } from '../follow-up.ts'
import { closeOffers } from '../offers/close-offers.ts'
import { offerVisits } from '../offers/offer-visits.ts'
import { captureOrders, endOrders } from '../ondemand/end-orders.ts'
import { askForRatingLater } from '../ratings/ask-for-rating.ts'
import { closeActs } from '../today/close-acts.ts'
import { queueTripNotices } from '../today/notify-of-trip.ts'
import { followStaysLater } from '../turnovers/follow-stays-later.ts'
import { notifyOfMissed } from '../visits/notify-of-missed.ts'
import { closeTrips } from '../whereabouts/close-trips.ts'

/** Done in this order where several follow one step. */
export const visitFollowUps: FollowUps = {
  notify_of_trip: queueTripNotices,
  close_acts: closeActs,
  close_trip: closeTrips,
  offer_visit: offerVisits,
  close_offers: closeOffers,
  capture_payment: captureOrders,
  release_authorisation: endOrders,
  ask_for_rating: askForRatingLater,
  notify_of_missed: notifyOfMissed,
  follow_stay: followStaysLater,
}
