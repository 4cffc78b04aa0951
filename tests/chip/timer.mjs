// The timer's alarms, on the microsecond.

const FIRST_ALARM = 0x10;
const LAST_ALARM = 0x1c;
const MICROSECOND = 1000;

/** Gap: an alarm rings up to a microsecond early, and the firmware, woken before its time, sets it again and again. */
export function mendTimer(mcu) {
  const timer = mcu.peripherals[0x40054];
  const write = timer.writeUint32.bind(timer);
  timer.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset < FIRST_ALARM || offset > LAST_ALARM) return;
    const { nanos } = mcu.clock;
    const passed = Math.floor(nanos / MICROSECOND);
    const ahead = (value - passed) >>> 0;
    timer.alarms[(offset - FIRST_ALARM) / 4].clockAlarm.schedule(Math.max(0, (passed + ahead) * MICROSECOND - nanos));
  };
}
