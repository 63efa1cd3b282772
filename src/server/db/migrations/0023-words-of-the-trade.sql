-- Words of the trade: people are notified, a commission matures, and a hold is money held on a card and nothing else.

alter table offering rename column operator_told_at to operator_notified_at;
alter index offering_told_idx rename to offering_notified_idx;

-- The instant until which one caller alone works on the call.
alter table idempotent_reply rename column held_until to claimed_until;

-- The name of a setting changes; what was set, when and by whom stays as it was written.
alter table setting disable trigger setting_append_only;
update setting set key = 'commissionMaturityDays' where key = 'commissionHoldDays';
alter table setting enable trigger setting_append_only;

-- Work that waits goes on under its new name.
update task set kind = 'notify_order_end' where kind = 'tell_order_end';
update task set kind = 'notify_of_trip' where kind = 'tell_trip';
update task set kind = 'notify_of_pushed_day' where kind = 'tell_pushed_day';
update task set kind = 'notify_of_unassigned' where kind = 'tell_unassigned';
