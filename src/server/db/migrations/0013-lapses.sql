-- Whose weeks lapsed since a cutoff, without reading every timeline.
create index visit_event_lapse_idx on visit_event (at) where transition = 'lapse';
